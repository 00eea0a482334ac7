import { indexEntities } from '@adonisjs/core'
import { defineConfig } from '@adonisjs/core/app'
import type { ProviderNode } from '@adonisjs/core/types/app'

type Environments = ProviderNode['environment']
const WEB: Environments = ['web', 'test', 'repl']

/** The processes that serve, and this one if it runs a command of one of these names. */
const servingAnd = (names: RegExp): Environments =>
  process.argv.some((word) => names.test(word)) ? [...WEB, 'console'] : WEB

/** The processes that answer requests. Of the commands only the quickstart does; the others and the workers start faster. */
const SERVING = servingAnd(/^quickstart$/)
const serving = (file: ProviderNode['file']): ProviderNode => ({ file, environment: SERVING })

/** The processes that know the routes: those that answer, and commands that print links to the service. */
const LINKING = servingAnd(/^(quickstart|list:routes|operations:[a-z]+|licenses:(import|export))$/)

export default defineConfig({
  commands: [
    () => import('@adonisjs/core/commands'),
    () => import('@adonisjs/lucid/commands'),
    () => import('#terminal/own_commands'),
  ],

  providers: [
    () => import('@adonisjs/core/providers/app_provider'),
    () => import('#providers/datastore_provider'),
    serving(() => import('#providers/http_provider')),
    () => import('@adonisjs/core/providers/hash_provider'),
    () => import('@adonisjs/core/providers/vinejs_provider'),
    () => import('@adonisjs/lucid/database_provider'),
    serving(() => import('@adonisjs/cors/cors_provider')),
    serving(() => import('#providers/auth_provider')),
    serving(() => import('@adonisjs/auth/auth_provider')),
    () => import('@adonisjs/redis/redis_provider'),
    () => import('@adonisjs/limiter/limiter_provider'),
    () => import('#providers/mail_provider'),
    () => import('@adonisjs/mail/mail_provider'),
    () => import('#providers/drive_provider'),
    () => import('@adonisjs/drive/drive_provider'),
    () => import('#providers/observe_provider'),
    () => import('#providers/outbox_provider'),
    () => import('#providers/queue_provider'),
    () => import('#providers/api_provider'),
    () => import('#providers/runtime_provider'),
    () => import('#providers/health_provider'),
  ],

  preloads: [
    { file: () => import('#start/routes'), environment: LINKING },
    { file: () => import('#start/kernel'), environment: LINKING },
    () => import('#start/validator'),
    { file: () => import('#start/load_ahead'), environment: ['web'] },
  ],

  tests: {
    suites: [
      { name: 'house', files: ['tests/house/**/*.spec.{ts,js}'], timeout: 20_000 },
      { name: 'unit', files: ['tests/*/unit/**/*.spec.{ts,js}'], timeout: 20_000 },
      { name: 'functional', files: ['tests/*/functional/**/*.spec.{ts,js}'], timeout: 30_000 },
      { name: 'workers', files: ['tests/*/workers/**/*.spec.{ts,js}'], timeout: 120_000 },
      { name: 'terminal', files: ['tests/*/terminal/**/*.spec.{ts,js}'], timeout: 180_000 },
      { name: 'browser', files: ['tests/*/browser/**/*.spec.{ts,js}'], timeout: 60_000 },
    ],
    forceExit: true,
  },

  metaFiles: [
    { pattern: 'resources/**/*', reloadServer: false },
    { pattern: 'public/console/**/*', reloadServer: false },
    { pattern: 'public/portal/**/*', reloadServer: false },
    { pattern: 'package.json', reloadServer: false },
    // Commands name pages for operators.
    { pattern: 'docs/**/*.md', reloadServer: false },
  ],

  hooks: {
    init: [
      indexEntities({
        transformers: { enabled: false },
        controllers: {
          source: 'app',
          importAlias: '#app',
          glob: ['**/*_controller.ts'],
          skipSegments: ['http'],
        },
      }),
      {
        run(_parent, _hooks, indexGenerator) {
          indexGenerator.add('jobs', {
            source: 'app',
            glob: ['**/*_job.ts'],
            as: 'barrelFile',
            exportName: 'jobs',
            importAlias: '#app',
            skipSegments: ['jobs', 'kernel', 'maintenance'],
            removeSuffix: 'job',
            output: '.adonisjs/server/jobs.ts',
          })
        },
      },
    ],
    buildFinished: [() => import('./bin/finish_build.js')],
  },
})
