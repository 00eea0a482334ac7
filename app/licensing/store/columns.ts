import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import type { LicenseAttributes } from '#licensing/rules/patch'

/** The stored fields of a license, by name. `frozen` has no column: it says whether `frozenAt` is set. */
export type LicenseFields = LicenseState &
  LicenseAttributes & {
    createdAt: Millis
    updatedAt: Millis
    frozen: boolean
    hwidResetCount: number
    ipResetCount: number
    /** When the sweep checks the license again. */
    sweepAt: Millis | null
    endUserId: string | null
    /** The code of the license's tier. */
    tier: string | null
  }

/**
 * The parts that a field can belong to. `state`: read under the lock, for decisions. `change`: may be set by a change
 * of the state. `new`: written with a new license. `attribute`: set by a PATCH besides the state. `read`: loaded by a
 * full read.
 */
type Part = 'state' | 'change' | 'new' | 'attribute' | 'read'

/** One field of a license, and all its uses. */
export type Column = {
  /** The column. For a `flag`: the column that is null or not. For a `tier`: the id of the tier whose code is read. */
  name: string
  type: 'uuid' | 'text' | 'int' | 'bigint' | 'timestamptz' | 'jsonb' | 'flag' | 'tier'
  in: readonly Part[]
  /** The part of answers that shows it: lists (and so full payloads of events), or a part of a full read. */
  answer?: 'list' | 'clock' | 'limits' | 'own'
  /** Its position among the columns of an export. */
  export?: number
  /** How an import reads it: like a PATCH, as part of the exported clock, or as the past of a license. */
  import?: 'fields' | 'clock' | 'past'
  /** Only the internal bookkeeping of the clock uses it, so timelines do not show it. */
  internal?: true
  /** For a `flag`: the field that decides it. */
  of?: 'frozenAt'
}

const FIXED = ['state', 'new'] as const
const MOVING = ['state', 'change', 'new'] as const

/**
 * The table of license columns. Statements, answers, payloads of events, exports and the columns of an import are built
 * from it, in its order. A new field needs a line here, its type in the rules, and the rule that uses it.
 */
export const LICENSE_COLUMNS = {
  id: { name: 'id', type: 'uuid', in: FIXED, answer: 'list', export: 1 },
  orgId: { name: 'org_id', type: 'uuid', in: FIXED },
  key: { name: 'key', type: 'text', in: FIXED, answer: 'list', export: 2, import: 'fields' },
  productId: { name: 'product_id', type: 'uuid', in: FIXED, answer: 'list', export: 3, import: 'fields' },
  tierId: { name: 'tier_id', type: 'uuid', in: [...MOVING, 'read'], answer: 'own' },
  tier: { name: 'tier_id', type: 'tier', in: [], answer: 'list', export: 18, import: 'fields' },
  status: { name: 'status', type: 'text', in: MOVING, answer: 'list', export: 4, import: 'fields' },
  expirationMode: {
    name: 'expiration_mode',
    type: 'text',
    in: [...MOVING, 'read'],
    answer: 'clock',
    export: 5,
    import: 'fields',
  },
  expiresAt: {
    name: 'expires_at',
    type: 'timestamptz',
    in: MOVING,
    answer: 'list',
    export: 6,
    import: 'fields',
  },
  expiresAfterDays: {
    name: 'expires_after_days',
    type: 'int',
    in: MOVING,
    answer: 'list',
    export: 7,
    import: 'fields',
  },
  activatedAt: {
    name: 'activated_at',
    type: 'timestamptz',
    in: MOVING,
    answer: 'list',
    export: 8,
    import: 'fields',
  },
  createdAt: {
    name: 'created_at',
    type: 'timestamptz',
    in: ['new'],
    answer: 'list',
    export: 9,
    import: 'past',
  },
  frozen: {
    name: 'frozen_at',
    type: 'flag',
    of: 'frozenAt',
    in: [],
    answer: 'clock',
    export: 11,
    import: 'fields',
  },
  frozenAt: {
    name: 'frozen_at',
    type: 'timestamptz',
    in: [...MOVING, 'read'],
    answer: 'clock',
    export: 12,
    import: 'clock',
  },
  suspendedAt: { name: 'suspended_at', type: 'timestamptz', in: MOVING, export: 13, import: 'clock' },
  pausedSince: {
    name: 'paused_since',
    type: 'timestamptz',
    in: [...MOVING, 'read'],
    export: 14,
    import: 'clock',
    internal: true,
  },
  pausedMs: {
    name: 'paused_ms',
    type: 'bigint',
    in: [...MOVING, 'read'],
    export: 15,
    import: 'clock',
    internal: true,
  },
  sweepAt: { name: 'sweep_at', type: 'timestamptz', in: ['new'] },
  revision: { name: 'revision', type: 'int', in: ['state', 'change', 'read'], answer: 'own' },
  maxHwidResets: {
    name: 'max_hwid_resets',
    type: 'int',
    in: ['new', 'attribute', 'read'],
    export: 10,
    import: 'fields',
  },
  hwidResetCount: { name: 'hwid_reset_count', type: 'int', in: ['read'], answer: 'limits' },
  ipResetCount: { name: 'ip_reset_count', type: 'int', in: ['read'], answer: 'limits' },
  policyOverride: {
    name: 'policy_override',
    type: 'jsonb',
    in: ['new', 'attribute', 'read'],
    answer: 'limits',
    export: 17,
    import: 'fields',
  },
  features: {
    name: 'features',
    type: 'jsonb',
    in: ['new', 'attribute', 'read'],
    export: 19,
    import: 'fields',
  },
  metadata: {
    name: 'metadata',
    type: 'jsonb',
    in: ['new', 'attribute', 'read'],
    answer: 'own',
    export: 16,
    import: 'fields',
  },
  updatesUntil: {
    name: 'updates_until',
    type: 'timestamptz',
    in: ['new', 'attribute', 'read'],
    answer: 'own',
    export: 20,
    import: 'fields',
  },
  maxVersion: {
    name: 'max_version',
    type: 'text',
    in: ['new', 'attribute', 'read'],
    answer: 'own',
    export: 21,
    import: 'fields',
  },
  channels: {
    name: 'channels',
    type: 'jsonb',
    in: ['new', 'attribute', 'read'],
    answer: 'own',
    export: 22,
    import: 'fields',
  },
  endUserId: { name: 'end_user_id', type: 'uuid', in: ['new'] },
  updatedAt: { name: 'updated_at', type: 'timestamptz', in: ['new'] },
} as const satisfies Record<keyof LicenseFields, Column>

type Table = typeof LICENSE_COLUMNS
type LicenseField = keyof Table

/** The fields that belong to a part. */
export type FieldsIn<P extends Part> = {
  [F in LicenseField]: P extends Table[F]['in'][number] ? F : never
}[LicenseField]

/** The fields that one part of an answer shows. */
export type FieldsShown<A extends Column['answer']> = {
  [F in LicenseField]: Table[F] extends { answer: A } ? F : never
}[LicenseField]

/** A table of columns by field name. */
export type Columns = Readonly<Record<string, Column>>

/** Returns the fields of an export, in the order of its columns. */
export function exportFields(table: Columns = LICENSE_COLUMNS): string[] {
  const place = (field: string) => table[field].export ?? 0
  return Object.keys(table)
    .filter((field) => place(field) > 0)
    .sort((one, other) => place(one) - place(other))
}

/** Returns the fields that an import reads, in the order in which messages list them. */
export function importFields(table: Columns = LICENSE_COLUMNS): string[] {
  const kinds = ['fields', 'clock', 'past'] as const
  return kinds.flatMap((kind) => exportFields(table).filter((field) => table[field].import === kind))
}
