/** What generated code is for: requests and types. Public API: commands take these ids. */

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
  pydantic: { label: 'pydantic', languageId: 'python', suffix: '.models.py' },
} as const;
export type TypeTarget = keyof typeof typeLabels;
export const typeTargets = Object.keys(typeLabels) as TypeTarget[];

/** The target that describes all datasets at once, for people who generate clients. */
export const apiTarget = 'openapi';
