/** What generated code is for: requests, types, and mocks. Public API: commands take these ids. */

/** What people call the languages of copied requests. */
export const copyLanguageLabels = {
  curl: 'curl',
  http: 'HTTP',
  typescript: 'TypeScript',
  python: 'Python',
} as const;
export type CopyLanguage = keyof typeof copyLanguageLabels;
export const copyLanguages = Object.keys(copyLanguageLabels) as CopyLanguage[];

/**
 * What people call the ways to describe a response, the editor's language for each, and the suffix of its
 * files.
 */
export const typeLabels = {
  typescript: { label: 'TypeScript', languageId: 'typescript', suffix: '.types.ts' },
  zod: { label: 'zod', languageId: 'typescript', suffix: '.zod.ts' },
  jsonSchema: { label: 'JSON Schema', languageId: 'json', suffix: '.schema.json' },
  pydantic: { label: 'pydantic', languageId: 'python', suffix: '.models.py' },
} as const;
export type TypeTarget = keyof typeof typeLabels;
export const typeTargets = Object.keys(typeLabels) as TypeTarget[];

/** The target that describes all datasets at once, for people who generate clients. */
export const apiTarget = 'openapi';

/** What people call the libraries that mocks are written for, and the suffix of their files. */
export const mockLabels = {
  msw: { label: 'MSW', suffix: '.msw.ts' },
} as const;
export type MockTarget = keyof typeof mockLabels;
export const mockTargets = Object.keys(mockLabels) as MockTarget[];
