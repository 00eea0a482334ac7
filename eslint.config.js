import tseslint from 'typescript-eslint'

/** Who may import whom: the table of docs/architecture.md. A pattern names what a folder must not reach. */
const HTTP = ['#controllers/*', '#middleware/*', '@adonisjs/core/http']
const FORBIDDEN = {
  'app/domain/**': ['#*', '!#domain/**', '@adonisjs/*', 'bullmq', 'pg', 'node:*'],
  'app/queries/**': [...HTTP, '#actions/**', '#jobs/*_job'],
  'app/actions/**': [...HTTP, '#jobs/*_job', '#transformers/**'],
  'app/jobs/*_job.ts': [...HTTP, '#services/**', '#queries/**', '@adonisjs/lucid/**'],
  'app/services/**': ['#actions/**', '#controllers/**', '#middleware/**', '#jobs/*_job'],
  'app/controllers/**': ['@adonisjs/lucid/**', '#services/queues', '#services/worker_pool', '#services/sql'],
  'app/middleware/**': ['#actions/**', '#controllers/**'],
  'commands/**': ['#controllers/**', '#middleware/**'],
}

/** What the service's own code reads must keep the names that were written: see app/domain/json.ts. */
const PARSE = { object: 'JSON', property: 'parse', message: 'use parseJson of #domain/json' }

export default tseslint.config(
  { ignores: ['build/**', 'node_modules/**', '.adonisjs/**', 'tmp/**', 'storage/**', 'resources/**'] },
  ...tseslint.configs.recommended,
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
  ...Object.entries(FORBIDDEN).map(([folder, patterns]) => ({
    files: [folder],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: patterns, message: 'see docs/architecture.md' }] },
      ],
    },
  })),
  {
    files: ['app/**'],
    ignores: ['app/domain/json.ts'],
    rules: { 'no-restricted-properties': ['error', PARSE] },
  },
  {
    files: ['app/domain/**'],
    ignores: ['app/domain/json.ts'],
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
    files: ['app/services/worker_pool.ts', 'tests/support/api.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  }
)
