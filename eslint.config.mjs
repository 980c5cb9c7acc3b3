import js from '@eslint/js';
import noUnsanitized from 'eslint-plugin-no-unsanitized';
import tseslint from 'typescript-eslint';

/**
 * The arrows of docs/architecture.md. A folder may import itself and what is listed; everything
 * else is refused. `vscode` and `axios` have one home each.
 */
const folders = {
  market: [],
  table: ['market'],
  exports: ['market', 'table'],
  service: ['market'],
  sandbox: ['market'],
  results: ['market', 'table', 'exports'],
  editor: ['market', 'table', 'exports', 'results', 'service', 'sandbox', 'messages'],
};

const nodeFree = [
  { group: ['node:*'], message: 'This folder is pure: no Node.' },
  { group: ['fs', 'path', 'os', 'http', 'https', 'zlib', 'worker_threads'], message: 'Pure.' },
];

const boundaries = Object.entries(folders).map(([folder, allowed]) => {
  const forbidden = [...Object.keys(folders), 'messages', 'extension'].filter(
    (other) => other !== folder && !allowed.includes(other),
  );
  const patterns = [
    {
      group: forbidden.flatMap((other) => [`../${other}`, `../${other}/**`]),
      message: `${folder}/ may import ${allowed.join(', ') || 'nothing of the project'} only.`,
    },
    ...(folder === 'market' ? nodeFree : []),
  ];
  const paths = [
    ...(folder === 'editor' ? [] : [{ name: 'vscode', message: 'Only editor/ talks to VS Code.' }]),
    ...(folder === 'service' ? [] : [{ name: 'axios', message: 'Only service/ talks HTTP.' }]),
  ];
  return {
    files: [`src/${folder}/**/*.ts`],
    rules: { 'no-restricted-imports': ['error', { paths, patterns }] },
  };
});

export default tseslint.config(
  { ignores: ['dist/', '.vscode-test/', 'test-results/', 'node_modules/', 'test/fixtures/'] },
  js.configs.recommended,
  {
    files: ['src/**/*.ts', 'webview-ui/**/*.ts', 'test/**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: [
          './tsconfig.json',
          './src/tsconfig.pure.json',
          './webview-ui/tsconfig.json',
          './test/tsconfig.json',
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  ...boundaries,
  {
    files: ['src/extension.ts', 'src/messages.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: ['axios'] }] },
  },
  {
    files: ['webview-ui/**/*.ts'],
    plugins: { 'no-unsanitized': noUnsanitized },
    rules: {
      'no-unsanitized/method': 'error',
      'no-unsanitized/property': 'error',
      'no-restricted-imports': [
        'error',
        {
          paths: ['vscode', 'axios'],
          patterns: [
            ...nodeFree,
            {
              group: ['**/src/*', '!**/src/messages', '!**/src/market', '!**/src/table'],
              message: 'The view reaches messages.ts, table types and market/ only.',
            },
            {
              group: ['**/src/table/*', '!**/src/table/*Types'],
              message: 'Of table/ the view sees the types only.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        setTimeout: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        clearTimeout: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
);
