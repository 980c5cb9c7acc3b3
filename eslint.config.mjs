import js from '@eslint/js';
import importX from 'eslint-plugin-import-x';
import noUnsanitized from 'eslint-plugin-no-unsanitized';
import tseslint from 'typescript-eslint';

/**
 * The arrows of docs/architecture.md. A folder may import itself and what `may` lists; everything
 * else is refused. Rooms are the folders inside a folder and keep arrows of their own. The files
 * beside the rooms put them together and may import all of them; of these files, a room may import
 * the `base` only.
 *
 * @typedef {{ may?: string[], rooms?: Record<string, string[]>, base?: string[] }} Arrows
 * @type {Record<string, Arrows>}
 */
const arrows = {
  'src/text': { may: [] },
  'src/market': {
    may: ['text'],
    rooms: {
      records: [],
      time: [],
      daysInWords: ['time'],
      datasets: ['records', 'time'],
      query: ['datasets', 'daysInWords', 'records', 'time'],
      integrity: ['datasets', 'query', 'records', 'time'],
    },
  },
  'src/request': { may: ['text', 'market'] },
  'src/protocol': { may: ['text', 'market', 'request'] },
  'src/disk': { may: ['text', 'market'] },
  'src/table': {
    may: ['text', 'market', 'protocol'],
    base: ['tableLimits', 'questionError'],
    rooms: {
      columns: [],
      body: ['columns'],
      sort: ['columns'],
      filter: ['columns'],
      series: ['columns', 'sort'],
      integrity: ['columns', 'filter', 'series'],
      compare: ['columns', 'sort', 'filter', 'series'],
      charts: ['columns', 'sort', 'series', 'compare'],
      rows: ['columns', 'sort', 'filter', 'body', 'series', 'integrity'],
      forms: ['columns', 'sort', 'series'],
      json: ['columns', 'body'],
    },
  },
  'src/exports': {
    may: ['text', 'market', 'request', 'protocol', 'table'],
    base: ['block', 'exactCell', 'exportSource', 'numberBytes', 'textBytes'],
    rooms: {
      parquet: [],
      xlsx: [],
      types: [],
      copiedRequests: [],
      seeded: ['types'],
    },
  },
  'src/queryFiles': {
    may: ['text', 'market', 'request', 'protocol'],
    base: ['problems', 'queryFile', 'queryName', 'queryOfFile'],
    rooms: { read: [], edit: ['read'], paste: [] },
  },
  'src/languageModels': { may: ['text', 'market'] },
  'src/range': { may: ['text', 'market', 'request'] },
  'src/history': { may: ['text', 'market', 'request', 'protocol', 'disk', 'results'] },
  'src/service': {
    may: ['text', 'market', 'request'],
    base: ['abortWith', 'addresses', 'clientTypes', 'failure', 'secrets'],
    rooms: { http: [], retry: ['http'], token: ['http', 'retry'] },
  },
  'src/sandbox': { may: ['text', 'market', 'request', 'disk'], rooms: { market: [] } },
  'src/results': {
    may: [
      'text',
      'market',
      'request',
      'protocol',
      'disk',
      'table',
      'exports',
      'range',
      'queryFiles/queryFile.ts',
      'queryFiles/read/expectation.ts',
    ],
    base: ['result', 'origin', 'keptResult', 'comparedResults', 'incompleteness'],
    rooms: { store: [], thread: [], checks: ['store'] },
  },
  'src/engine': {
    may: [
      'text',
      'market',
      'request',
      'protocol',
      'disk',
      'exports',
      'queryFiles',
      'results',
      'range',
      'service',
    ],
    rooms: { query: [], checks: ['query'], export: [], range: ['query'] },
  },
  'src/cli': {
    may: [
      'text',
      'market',
      'request',
      'protocol',
      'disk',
      'table/tableLimits.ts',
      'exports',
      'queryFiles',
      'results',
      'range',
      'service',
      'sandbox',
      'engine',
    ],
    rooms: { verbs: [] },
    base: [
      'exitCodes',
      'junit',
      'reportFiles',
      'printArriving',
      'queryFiles',
      'session',
      'smallBodies',
      'terminal',
      'verb',
    ],
  },
  'src/editor': {
    may: [
      'text',
      'market',
      'request',
      'table',
      'exports',
      'queryFiles',
      'results',
      'history',
      'range',
      'service',
      'sandbox',
      'languageModels',
      'protocol',
      'disk',
      'engine',
    ],
    base: ['foundation'],
    rooms: {
      shell: [],
      connections: ['shell'],
      query: ['shell', 'connections'],
      export: ['shell'],
      result: ['shell', 'connections', 'export'],
      savedResponses: ['shell', 'query', 'export'],
      compare: ['shell', 'query', 'result', 'savedResponses'],
      sandbox: ['shell', 'export'],
      range: ['shell', 'connections', 'query', 'result', 'export'],
      history: ['shell', 'connections', 'query', 'result', 'compare'],
      languageModels: ['shell', 'connections', 'query', 'compare'],
      queryFiles: [
        'shell',
        'connections',
        'query',
        'result',
        'export',
        'compare',
        'history',
        'languageModels',
      ],
    },
  },
  'src/editor/queryFiles': {
    base: [
      'changeFile',
      'newFolders',
      'queryDocuments',
      'queryFileArguments',
      'queryFileSource',
      'queryFileUri',
      'queryLanguage',
    ],
    rooms: { language: [], run: [], testing: ['run'], save: [] },
  },
  'webview-ui': {
    may: ['text', 'market', 'request', 'protocol'],
    rooms: {
      controls: [],
      host: [],
      frame: ['controls', 'host', 'days'],
      chart: ['controls', 'host', 'frame'],
      table: ['controls', 'host', 'frame'],
      json: ['controls', 'host', 'frame'],
      request: ['controls', 'host', 'frame'],
      days: ['controls', 'host'],
      export: ['controls', 'host', 'frame'],
    },
  },
  'webview-ui/frame': {
    base: ['nextSteps', 'retryCountdown', 'runTime', 'serviceWords', 'shownFinding', 'waiting'],
    rooms: { status: [], placeholder: ['status'] },
  },
  'webview-ui/chart': {
    rooms: {
      model: [],
      canvas: ['model'],
      series: ['model'],
      curves: ['model'],
      orders: ['model'],
      capacities: ['model'],
      heat: ['model'],
      duration: ['model'],
    },
  },
  'webview-ui/table': { rooms: { grid: [], header: ['grid'], find: ['grid'], copy: ['grid'] } },
};

const inside = (names) => names.map((name) => `./${name}`);

/** An arrow list as the rule takes it: which folder may not be imported by whom, but for what. */
const zones = Object.entries(arrows).flatMap(([folder, { may, rooms = {}, base = [] }]) => [
  ...(may ? [{ target: folder, from: 'src', except: inside([folder.replace('src/', ''), ...may]) }] : []),
  ...Object.entries(rooms).map(([room, others]) => ({
    target: `${folder}/${room}`,
    from: folder,
    except: inside([room, ...others, ...base.map((file) => `${file}.ts`)]),
  })),
]);

/** Folders that know neither Node nor VS Code; src/tsconfig.pure.json says it again to the compiler. */
const pure = [
  'src/text/**/*.ts',
  'src/market/**/*.ts',
  'src/request/**/*.ts',
  'src/protocol/**/*.ts',
  'src/queryFiles/**/*.ts',
  'src/languageModels/**/*.ts',
  'webview-ui/**/*.ts',
];
const nodeFree = [
  { group: ['node:*'], message: 'This folder is pure: no Node.' },
  { group: ['fs', 'path', 'os', 'http', 'https', 'zlib', 'worker_threads'], message: 'Pure.' },
];
const vscode = {
  name: 'vscode',
  message: 'Only src/editor/ and src/extension.ts talk to VS Code.',
};
const axios = { name: 'axios', message: 'Only src/service/ talks HTTP.' };
/** Imports from far away, or from the other of both folders, say where from. */
const climbing = { group: ['../../../*', '../src/*', '../../src/*'], message: 'Write #src/… or #view/….' };
const allowOnly = (files, { paths, patterns = [] }) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { paths, patterns: [...patterns, climbing] }] },
});

export default tseslint.config(
  { ignores: ['dist/', '.vscode-test/', 'test-results/', 'node_modules/', 'test/fixtures/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strict],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: 'error',
    },
  },
  {
    // A longer function is several, or a state that hasn't been named.
    files: ['src/**/*.ts', 'webview-ui/**/*.ts'],
    rules: {
      'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // Rules that know types take most of the time, so they read only what users run.
    files: ['src/**/*.ts', 'webview-ui/**/*.ts'],
    extends: [...tseslint.configs.strictTypeCheckedOnly],
    languageOptions: {
      parserOptions: { project: './tsconfig.lint.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  {
    files: ['src/**/*.ts', 'webview-ui/**/*.ts'],
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [importX.createNodeResolver({ extensions: ['.ts'] })] },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':matches([callee.object.name=l10n], [callee.object.property.name=l10n])[callee.property.name=t]:not(:function *)',
          message: 'The language is not known while modules load: data holds () => l10n.t(…).',
        },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/editor/shell/shownMessages.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...[
          'showInformationMessage',
          'showWarningMessage',
          'showErrorMessage',
          'withProgress',
          'setStatusBarMessage',
        ].map((property) => ({
          property,
          message: 'Use src/editor/shell/shownMessages.ts: a quoted text must not become a link or an icon.',
        })),
      ],
    },
  },
  // The page's entry sets the language itself, before anything else.
  { files: ['webview-ui/main.ts'], rules: { 'no-restricted-syntax': 'off' } },
  allowOnly(['src/**/*.ts'], { paths: [vscode, axios] }),
  allowOnly(['src/editor/**/*.ts', 'src/extension.ts'], { paths: [axios] }),
  allowOnly(['src/service/**/*.ts'], { paths: [vscode] }),
  allowOnly(pure, { paths: [vscode, axios], patterns: nodeFree }),
  {
    files: ['webview-ui/**/*.ts'],
    plugins: { 'no-unsanitized': noUnsanitized },
    rules: {
      // A script that couldn't be loaded is loaded from another address, which can't be a literal.
      'no-unsanitized/method': [
        'error',
        {},
        { import: { properties: [0], escape: { methods: ['addressOfOwnScript'] } } },
      ],
      'no-unsanitized/property': 'error',
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
