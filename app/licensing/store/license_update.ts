import { sweepAt } from '#licensing/rules/expiry_clock'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import { rowSet, type RowColumn } from '#kernel/database/row_set'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/** A decided change of a locked license. */
export type StateChange = { before: LicenseState; after: LicenseState }

/** A column of licenses that a change may set, and what it holds in a state. */
type Column = Omit<RowColumn, 'values'> & { of: (state: LicenseState) => string | number | null }

const COLUMNS: (Column & { field: keyof LicenseState })[] = [
  { field: 'status', name: 'status', type: 'text', of: (one) => one.status },
  { field: 'expirationMode', name: 'expiration_mode', type: 'text', of: (one) => one.expirationMode },
  { field: 'expiresAt', name: 'expires_at', type: 'timestamptz', of: (one) => one.expiresAt },
  { field: 'expiresAfterDays', name: 'expires_after_days', type: 'int', of: (one) => one.expiresAfterDays },
  {
    field: 'activatedAt',
    name: 'activated_at',
    type: 'timestamptz',
    of: (one) => one.activatedAt,
  },
  { field: 'frozenAt', name: 'frozen_at', type: 'timestamptz', of: (one) => one.frozenAt },
  {
    field: 'suspendedAt',
    name: 'suspended_at',
    type: 'timestamptz',
    of: (one) => one.suspendedAt,
  },
  {
    field: 'pausedSince',
    name: 'paused_since',
    type: 'timestamptz',
    of: (one) => one.pausedSince,
  },
  { field: 'pausedMs', name: 'paused_ms', type: 'bigint', of: (one) => one.pausedMs },
  { field: 'revision', name: 'revision', type: 'int', of: (one) => one.revision },
]

const REMINDER: Column = { name: 'sweep_at', type: 'timestamptz', of: (one) => sweepAt(one) }

/**
 * Writes the states of locked licenses in one statement that names only the columns that change. A row none of
 * whose indexed columns changes stays in its page and out of its indexes, which is most of the speed of a bulk
 * change; so a reminder that would come too early is left as it is (see `needsReminder`).
 */
export async function updateStates(trx: Trx, changes: StateChange[], now: Millis) {
  const changed: Column[] = COLUMNS.filter(({ field }) =>
    changes.some(({ before, after }) => before[field] !== after[field])
  )
  if (changes.some(needsReminder)) changed.push(REMINDER)
  await set(
    trx,
    changes.map(({ after }) => after),
    changed,
    now
  )
}

/** Puts the reminder of locked licenses where their clock says, without changing anything else. */
export async function remindAgain(trx: Trx, states: LicenseState[]) {
  if (states.length > 0) await set(trx, states, [REMINDER], null)
}

async function set(trx: Trx, states: LicenseState[], columns: Column[], updatedAt: Millis | null) {
  const names = columns.map(({ name }) => name)
  const given: RowColumn[] = columns.map(({ name, type, of }) => ({ name, type, values: states.map(of) }))
  if (updatedAt !== null) {
    names.push('updated_at')
    given.push({ name: 'updated_at', type: 'timestamptz', values: [updatedAt] })
  }
  const {
    columns: [id, ...values],
    from,
    values: bindings,
  } = rowSet([{ name: 'id', type: 'uuid', values: states.map((one) => one.id) }, ...given])
  await rows(
    trx,
    `update licenses set ${names.map((name, at) => `${name} = ${values[at]}`).join(', ')}
     from ${from} where licenses.id = ${id}`,
    bindings
  )
}

/**
 * Whether the reminder of a license must be written: it would come too late, or its status has changed, which
 * moves the row in its indexes anyway. One that comes too early does no harm, because the sweep decides again
 * and then puts it right.
 */
function needsReminder({ before, after }: StateChange): boolean {
  if (before.status !== after.status) return true
  const [had, needs] = [sweepAt(before), sweepAt(after)]
  return needs !== null && (had === null || needs < had)
}
