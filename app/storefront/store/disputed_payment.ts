import { firstRow, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import type { LicenseState } from '#licensing/rules/license'
import { isHeldByEvent } from '#storefront/rules/event_result'
import type { LockedOrder } from './lock_order.js'
import type { Subject } from './lock_subject.js'
import { STILL_PAYS } from './paid_otherwise.js'

/** The condition that a dispute about a subject (table `s`) is open. */
const IS_OPEN = `s.latest -> 'open' is not null`

/**
 * Checks that no open dispute can take the money of a locked order away. Another payment that still pays for the order
 * is enough.
 * @throws Refusal CONFLICT
 */
export async function assertUndisputed(trx: Trx, { orgId, id }: Pick<LockedOrder, 'orgId' | 'id'>) {
  const sql = `select 1 from processor_subjects s where s.org_id = ? and s.order_id = ?
    having bool_or(${IS_OPEN}) and not bool_or(${STILL_PAYS} and not ${IS_OPEN})`
  if (await firstRow(trx, sql, [orgId, id])) throw paymentDisputed()
}

/** The refusal of a fulfilment while the payment of its order is disputed. */
export function paymentDisputed(): Refusal {
  const message = 'The payment of the order is disputed: wait for the decision, or reject the order'
  return new Refusal('CONFLICT', { message })
}

/** The fields of a subject that tell of its dispute; `NO_SUBJECT` for the disputes of all subjects of an org. */
type DisputedSubject = Pick<Subject, 'orgId' | 'latest' | 'holds'> & {
  processorId: string | null
  ref: string | null
}
export const NO_SUBJECT = { processorId: null, ref: null, latest: {}, holds: {} }

/**
 * The licenses that a dispute about this or another payment keeps suspended, also if the other one is of another order,
 * such as that of an addon. Lock the licenses first: every dispute does so before it is opened or decided, so that of two
 * at the same time the second one sees the first.
 */
export async function heldByDisputes(
  trx: Trx,
  { processorId, ref, orgId, latest, holds }: DisputedSubject,
  locked: LicenseState[]
): Promise<LicenseState[]> {
  const suspended = locked.filter(({ status }) => status === 'SUSPENDED')
  if (suspended.length === 0) return []
  const others = await rows<Pick<Subject, 'holds'>>(
    trx,
    `select s.holds from processor_subjects s where s.org_id = ? and ${IS_OPEN} and jsonb_exists_any(s.holds, ?::text[])
       and (s.processor_id, s.ref) is distinct from (?::uuid, ?::text) and s.alias_of is null`,
    [orgId, suspended.map(({ id }) => id), processorId, ref]
  )
  const open = latest.open === undefined ? others : [...others, { holds }]
  return suspended.filter((state) => open.some((one) => isHeldByEvent(state, one.holds)))
}
