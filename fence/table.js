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
  'packages/',
  'start/',
  'tests/',
]
export const PRODUCT = ['app/', 'commands/', 'config/', 'database/', 'start/']

/** Requests and responses as the framework has them, and its query builder. */
const HTTP = 'node_modules/@adonisjs/core/build/modules/http/'
const LUCID = 'node_modules/@adonisjs/lucid/'

/** What reaches the database or the queues by itself. */
const STORES = [
  LUCID,
  'app/kernel/database/sql.ts',
  'app/kernel/queues/queues.ts',
  'app/system/worker_pool.ts',
]

/** Parts of the kernel that rules are made with. */
const TOOLS = [
  ...['app/kernel/json/', 'app/kernel/text/', 'app/kernel/time/', 'app/kernel/refusals/'],
  ...['app/kernel/net/', 'app/kernel/files/file_limits.ts', 'app/kernel/audit/scope.ts'],
  'app/kernel/outbox/events.ts',
]

/**
 * The description of the API: entries of routes, shapes of answers, and what makes a document of them. The service
 * itself imports none of it (`fence/rules.js`), so it may use tools of developers.
 */
export const DESCRIPTION = [
  'app/http/api/',
  'app/*/http/api.ts',
  'app/*/http/*_api.ts',
  'app/*/http/*_shape.ts',
  'app/legacy/api.ts',
  'app/legacy/*_shape.ts',
]

/**
 * The subjects, each with those that it stands on; webhooks hear of everything by the outbox and know nobody.
 * `rules` are further folders that hold rules alone, `shows` what answers need of other subjects' http, `packages` what
 * rules are made with beside Luxon.
 */
const SUBJECTS = {
  accounts: { on: [], shows: ['app/orgs/queries/memberships.ts', 'app/orgs/http/org_transformer.ts'] },
  orgs: { on: ['accounts'], shows: ['app/accounts/http/auth_input.ts'], packages: ['tldts'] },
  sso: { on: ['accounts', 'orgs'], packages: ['@xmldom/xmldom'] },
  catalog: { on: ['accounts', 'orgs'], packages: ['semver'] },
  licensing: { on: ['accounts', 'orgs', 'catalog'], rules: ['app/licensing/store/columns.ts'] },
  support: { on: ['accounts', 'orgs', 'catalog', 'licensing'] },
  end_users: {
    on: ['accounts', 'orgs', 'catalog', 'licensing', 'runtime', 'operations', 'support'],
    shows: ['app/accounts/http/auth_input.ts', 'app/operations/http/', 'app/support/http/'],
  },
  runtime: { on: ['accounts', 'orgs', 'catalog', 'licensing'] },
  operations: {
    on: ['accounts', 'orgs', 'catalog', 'licensing'],
    rules: ['app/operations/transfer/'],
    shows: ['app/licensing/http/'],
  },
  analytics: { on: ['accounts', 'orgs', 'catalog', 'licensing'] },
  releases: { on: ['accounts', 'orgs', 'catalog', 'licensing'] },
  storefront: {
    on: [...['accounts', 'orgs', 'catalog', 'licensing', 'runtime', 'operations', 'support', 'end_users']],
    shows: ['app/accounts/http/auth_input.ts'],
  },
  webhooks: { on: [] },
}
const rulesOf = (subject) => [`app/${subject}/rules/`, ...(SUBJECTS[subject].rules ?? [])]
const everySubject = Object.keys(SUBJECTS).map((subject) => `app/${subject}/`)
const everyHttp = everySubject.map((subject) => `${subject}http/`)

const ofSubjects = Object.entries(SUBJECTS).flatMap(
  ([subject, { on, rules = [], shows = [], packages = [] }]) => [
    {
      holds: [`app/${subject}/rules/`, ...rules],
      may: [...on.flatMap(rulesOf), ...TOOLS],
      packages: ['luxon', ...packages],
    },
    {
      holds: [`app/${subject}/http/`],
      may: [`app/${subject}/`, 'app/http/', 'app/access/', 'app/kernel/', 'config/', ...shows].concat(
        on.map((below) => `app/${below}/`)
      ),
      never: [
        ...STORES,
        ...everyHttp.filter(
          (http) => http !== `app/${subject}/http/` && !shows.some((one) => one.startsWith(http))
        ),
      ],
    },
    {
      holds: [`app/${subject}/`],
      may: ['app/kernel/', 'config/', ...on.map((below) => `app/${below}/`)],
      never: [HTTP, ...everyHttp],
    },
  ]
)

export const FENCE = [
  { holds: ['app/http/api/'], may: ['app/http/', 'app/kernel/'] },
  {
    holds: DESCRIPTION.slice(1),
    may: [
      'app/http/',
      'app/access/',
      'app/kernel/',
      ...everySubject,
      'app/system/',
      'app/legacy/',
      'config/',
    ],
  },
  { holds: ['app/kernel/'], may: ['config/'], never: [HTTP] },
  ...ofSubjects,
  { holds: ['app/http/'], may: ['app/kernel/', 'app/accounts/credentials/', 'app/orgs/rules/', 'config/'] },
  {
    holds: ['app/access/'],
    may: [
      ...[
        'app/http/',
        'app/accounts/',
        'app/orgs/',
        'app/sso/',
        'app/catalog/',
        'app/end_users/rules/portal.ts',
      ],
      ...['app/end_users/queries/find_token_holder.ts', 'app/kernel/', 'config/'],
    ],
    never: everyHttp,
  },
  {
    holds: ['app/terminal/'],
    may: ['app/kernel/', 'app/operations/', 'config/'],
    never: [HTTP, ...everyHttp],
  },
  {
    holds: ['app/system/', 'app/legacy/'],
    may: ['app/http/', 'app/access/', 'app/kernel/', ...everySubject, 'config/'],
  },
  {
    holds: ['app/providers/'],
    may: [
      '.adonisjs/server/jobs.ts',
      'app/access/',
      'app/http/',
      'app/kernel/',
      'app/system/',
      ...everySubject,
      'config/',
    ],
    never: everyHttp,
  },
  { holds: ['start/env.ts'], may: ['config/environment.ts', 'config/settings/table.ts'] },
  {
    holds: ['config/'],
    may: [
      'start/env.ts',
      'app/accounts/oauth/profiles.ts',
      'app/catalog/rules/permissions.ts',
      'app/webhooks/rules/retry_schedule.ts',
      'app/kernel/net/',
      'app/kernel/redis/redis_uses.ts',
    ],
  },
  {
    holds: ['start/'],
    may: ['.adonisjs/server/controllers.ts', 'app/', 'config/'],
    never: [...STORES, 'app/terminal/'],
  },
  {
    holds: ['commands/'],
    may: ['app/terminal/', 'app/system/', 'app/http/', 'app/kernel/', ...everySubject, 'config/'],
    never: [HTTP, LUCID],
  },
  // It goes to others as it is, without the service and without a dependency.
  { holds: ['packages/sdk/src/'], may: [], never: ['node_modules/'] },
  { holds: ['database/migrations/'], may: ['app/kernel/database/datastores.ts'] },
]
