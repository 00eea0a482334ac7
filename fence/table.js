/**
 * Who may import whom; `npm run fence` holds the code against it (docs/architecture.md).
 *
 * A row `holds` folders and files, of which a row above it may have taken some. What it holds may import itself, what
 * the row names as `may`, and of what it names as `types` types alone. `never` is closed all the same, and where
 * there are `packages`, no others are open. `*` stands for one name, and `$1` for the name that the first `*` of the
 * held folder stood for. Aliases, relative paths, types and `import()` are all imports.
 */

/** What the table speaks of, and which of it must have a row. */
export const PROJECT = [
  '.adonisjs/',
  'app/',
  'benchmarks/',
  'bin/',
  'commands/',
  'config/',
  'database/',
  'start/',
  'tests/',
]
export const PRODUCT = ['app/', 'commands/', 'config/', 'database/', 'start/']

/** Requests and responses as the framework has them, and its query builder. */
const HTTP = 'node_modules/@adonisjs/core/build/modules/http/'
const LUCID = 'node_modules/@adonisjs/lucid/'

/** What the Ace commands share. */
const TERMINAL = [
  'app/services/command_line/',
  'app/services/quickstart/',
  'app/services/console.ts',
  'app/services/operation_console.ts',
]

/** What reaches the database or the queues by itself. */
const STORES = [LUCID, 'app/services/sql.ts', 'app/services/queues.ts', 'app/services/worker_pool.ts']

export const FENCE = [
  { holds: ['app/domain/'], may: [], packages: ['luxon'] },
  { holds: ['start/env.ts'], may: ['config/environment.ts', 'config/setting_checks.ts'] },
  { holds: ['config/'], may: ['start/env.ts', 'app/domain/'] },
  { holds: ['app/exceptions/'], may: ['app/domain/'] },
  { holds: ['app/jobs/catalog.ts'], may: ['config/queue.ts'] },
  { holds: ['app/jobs/'], may: ['app/actions/'], never: [HTTP, LUCID] },
  {
    holds: TERMINAL,
    may: ['app/services/', 'app/exceptions/', 'app/domain/', 'config/'],
    types: ['app/queries/'],
    never: [HTTP],
  },
  {
    holds: ['app/services/'],
    may: ['app/exceptions/', 'app/domain/', 'app/jobs/catalog.ts', 'config/', 'start/env.ts'],
    never: TERMINAL,
  },
  {
    holds: ['app/queries/'],
    may: ['app/services/', 'app/exceptions/', 'app/domain/'],
    never: [HTTP, ...TERMINAL],
  },
  {
    holds: ['app/actions/'],
    may: [
      'app/queries/',
      'app/services/',
      'app/exceptions/',
      'app/domain/',
      'app/jobs/catalog.ts',
      'config/',
    ],
    never: [HTTP, ...TERMINAL],
  },
  {
    holds: ['app/auth/'],
    may: ['app/queries/', 'app/services/', 'app/exceptions/', 'app/domain/', 'config/'],
    never: [...STORES, ...TERMINAL],
  },
  // What a path names is read from the request itself.
  { holds: ['app/validators/path.ts'], may: ['app/exceptions/', 'app/domain/'] },
  {
    holds: ['app/validators/'],
    may: ['app/services/own_turn.ts', 'app/exceptions/', 'app/domain/', 'config/'],
    types: ['app/actions/'],
    never: [HTTP],
  },
  {
    holds: ['app/transformers/'],
    may: ['app/domain/', 'app/services/download_links.ts'],
    types: ['app/queries/', 'app/actions/'],
    never: [HTTP],
  },
  {
    holds: ['app/middleware/'],
    may: [
      'app/auth/',
      'app/validators/path.ts',
      'app/transformers/',
      'app/queries/',
      'app/services/',
      'app/exceptions/',
      'app/domain/',
      'config/',
    ],
    never: [LUCID, ...TERMINAL],
  },
  {
    holds: ['app/controllers/'],
    may: [
      // What a middleware has found out, never a middleware itself.
      'app/middleware/admission.ts',
      'app/middleware/loopback.ts',
      'app/middleware/origin.ts',
      'app/middleware/standing_right.ts',
      'app/auth/',
      'app/validators/',
      'app/transformers/',
      'app/actions/',
      'app/queries/',
      'app/services/',
      'app/exceptions/',
      'app/domain/',
      'config/',
    ],
    never: [...STORES, ...TERMINAL],
  },
  {
    holds: ['commands/'],
    may: [
      'app/validators/',
      'app/transformers/',
      'app/actions/',
      'app/queries/',
      'app/services/',
      'app/exceptions/',
      'app/domain/',
      'config/',
      'start/env.ts',
    ],
    never: [HTTP, LUCID],
  },
  {
    holds: ['app/providers/'],
    may: ['.adonisjs/server/jobs.ts', 'app/auth/', 'app/queries/', 'app/services/', 'config/'],
    never: TERMINAL,
  },
  {
    holds: ['start/'],
    may: [
      '.adonisjs/server/controllers.ts',
      'app/controllers/',
      'app/middleware/',
      'app/validators/',
      'app/services/',
      'app/exceptions/',
      'app/domain/',
      'config/',
    ],
    never: [...STORES, ...TERMINAL],
  },
  { holds: ['database/migrations/'], may: ['app/services/datastores.ts'] },
]
