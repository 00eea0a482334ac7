import tseslint from 'typescript-eslint'

/** What the service's own code reads must keep the names that were written: see app/kernel/json/json.ts. */
const PARSE = { object: 'JSON', property: 'parse', message: 'use parseJson of #domain/json' }

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
      'resources/**',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
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
    // The adapters: where a library's types stop short.
    files: ['app/system/worker_pool.ts', 'tests/testkit/api.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  }
)
