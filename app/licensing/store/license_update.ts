import { sweepAt } from '#licensing/rules/expiry_clock'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import { fieldsIn } from './column_sql.js'
import { LICENSE_COLUMNS } from './columns.js'
import { rowSet, type RowColumn } from '#kernel/database/row_set'
import { rows, type SqlTransaction } from '#kernel/database/sql'

/** A decided change of a locked license. */
export type StateChange = { before: LicenseState; after: LicenseState }

/** A column of licenses that a change may set, and what it holds in a state. */
type Column = Omit<RowColumn, 'values'> & { of: (state: LicenseState) => unknown }

const COLUMNS = fieldsIn('change').map((field) => {
  const { name, type } = LICENSE_COLUMNS[field]
  return { field, name, type, of: (one: LicenseState) => one[field] }
})

const REMINDER: Column = { ...LICENSE_COLUMNS.sweepAt, of: (one) => sweepAt(one) }

/**
 * Writes the states of locked licenses in one statement that names only the columns that change. A row none of
 * whose indexed columns changes stays in its page and out of its indexes, which is most of the speed of a bulk
 * change; so a reminder that would come too early is left as it is (see `needsReminder`).
 */
export async function updateStates(trx: SqlTransaction, changes: StateChange[], now: Millis) {
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
export async function remindAgain(trx: SqlTransaction, states: LicenseState[]) {
  if (states.length > 0) await set(trx, states, [REMINDER], null)
}

async function set(trx: SqlTransaction, states: LicenseState[], columns: Column[], updatedAt: Millis | null) {
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
