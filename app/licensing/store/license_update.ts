import { sweepAt } from '#licensing/rules/expiry_clock'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import { fieldsIn } from './column_sql.js'
import { LICENSE_COLUMNS } from './columns.js'
import { rowSet, type RowColumn } from '#kernel/database/row_set'
import { rows, type SqlTransaction } from '#kernel/database/sql'

/** A decided change of a locked license. */
export type StateChange = { before: LicenseState; after: LicenseState }

/** A column of licenses that a change may set; `of` returns its value for a state. */
type Column = Omit<RowColumn, 'values'> & { of: (state: LicenseState) => unknown }

const COLUMNS = fieldsIn('change').map((field) => {
  const { name, type } = LICENSE_COLUMNS[field]
  return { field, name, type, of: (one: LicenseState) => one[field] }
})

const REMINDER: Column = { ...LICENSE_COLUMNS.sweepAt, of: (one) => sweepAt(one) }

/**
 * Writes the states of locked licenses in one statement that names only the columns that change. If no indexed column
 * changes, Postgres keeps the row in its page and does not touch the indexes, and most of the speed of a bulk change
 * depends on this. So a reminder that would only come too early stays as it is (see `needsReminder`).
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

/** Sets the reminders of locked licenses to the time that their clock says, and changes nothing else. */
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
 * Returns whether the reminder of a license must be written: if it would come too late, or if the status has changed,
 * because that changes the indexes anyway. A reminder that comes too early does no harm, because the sweep decides
 * again and corrects it.
 */
function needsReminder({ before, after }: StateChange): boolean {
  if (before.status !== after.status) return true
  const [had, needs] = [sweepAt(before), sweepAt(after)]
  return needs !== null && (had === null || needs < had)
}
