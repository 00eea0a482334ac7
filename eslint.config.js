import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** What the service's own code reads must keep the names that were written: see app/kernel/json/json.ts. */
const PARSE = { object: 'JSON', property: 'parse', message: 'use parseJson of #kernel/json/json' }

/** What reaches out of a page of the console: `src/api` does, and one file that remembers how somebody likes it. */
const OUTSIDE = ['fetch', 'EventSource', 'XMLHttpRequest', 'localStorage', 'sessionStorage'].map((name) => ({
  name,
  message: 'use src/api, or src/ui/kept_choice.ts',
}))

/** What the policy of the console's pages keeps out. */
const AGAINST_POLICY = [
  { selector: "JSXOpeningElement[name.name='style']", message: 'styles are files of src/styles' },
  { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'the policy keeps it out' },
]

export default tseslint.config(
  {
    ignores: [
      'build/**',
      'packages/*/dist/**',
      'packages/*/src/generated/**',
      'node_modules/**',
      '.adonisjs/**',
      'tmp/**',
      'storage/**',
      'public/**',
      'resources/*',
      '!resources/console',
      '!resources/portal',
      '!resources/pages_build.ts',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // A promise is awaited, handled, or marked with "void" and the reason why nobody waits for it.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/prefer-promise-reject-errors': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: true },
      ],
    },
  },
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
      'max-lines': ['error', { max: 250, skipBlankLines: false, skipComments: false }],
      // The framework's way of declaring its types is an interface that adds nothing.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
    },
  },
  {
    files: ['app/**'],
    ignores: ['app/kernel/json/json.ts'],
    rules: { 'no-restricted-properties': ['error', PARSE] },
  },
  {
    files: ['app/*/rules/**', 'app/operations/transfer/**', 'app/kernel/{json,text,time}/**'],
    ignores: ['app/kernel/json/json.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        PARSE,
        { object: 'Date', property: 'now', message: 'rules take "now" as an argument' },
      ],
    },
  },
  {
    files: ['app/**', 'commands/**', 'config/**', 'start/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: 'resources/(console|portal)',
              message: 'the console and the portal are clients of the API, and are built apart',
            },
          ],
        },
      ],
    },
  },
  {
    // The console and the portal know the service by its API alone.
    files: ['resources/{console,portal}/src/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^#|(^|/)(app|config|start|tests)/',
              message: 'the console knows the service by its API alone',
            },
          ],
        },
      ],
      // What the router redirects with is no error.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', package: '@tanstack/router-core', name: 'Redirect' }] },
      ],
      'no-restricted-globals': ['error', ...OUTSIDE],
      'no-restricted-syntax': ['error', ...AGAINST_POLICY],
    },
  },
  {
    files: ['resources/{console,portal}/src/api/**', 'resources/console/src/ui/kept_choice.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    // The adapters: where a library's types stop short.
    files: ['app/system/worker_pool.ts', 'tests/testkit/api.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  }
)
