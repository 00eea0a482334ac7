import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { LicenseState } from '#licensing/rules/license'
import { isHeldByEvent } from '#storefront/rules/event_result'
import type { Subject } from './lock_subject.js'
import { BUYERS, buyersOf, type Sold } from './paid_elsewhere.js'

/** A subscription that has ended, and the suspensions that its end keeps (`Subject.latest.stops`). */
type Ended = Pick<Subject, 'processorId' | 'ref' | 'orderId'> & { stops: Record<string, number> }

/**
 * The licenses of a subject whose suspension the end of this or another subscription keeps. The end of one whose order is
 * reversed keeps none. Lock the licenses first, as every end does, so that of two events the second one sees the first.
 */
export async function heldByEnds(
  trx: Trx,
  subject: Subject,
  locked: LicenseState[]
): Promise<LicenseState[]> {
  const isOwn = (one: Ended) => one.processorId === subject.processorId && one.ref === subject.ref
  const ended = await endedSubjects(trx, subject, locked)
  // The event may have changed its own subject, which is not written yet.
  return held(
    locked,
    ended.filter((one) => !isOwn(one) || subject.endedAt !== null)
  )
}

/** The licenses of an order whose suspension only the ends of its own subscriptions keep. */
export async function heldByOwnEnds(
  trx: Trx,
  order: { id: string; orgId: string; licenseIds: string[] },
  locked: LicenseState[]
): Promise<LicenseState[]> {
  const ended = await endedSubjects(trx, { ...order, orderId: order.id }, locked)
  const own = ended.filter(({ orderId }) => orderId === order.id)
  const others = held(
    locked,
    ended.filter((one) => !own.includes(one))
  )
  return held(locked, own).filter((state) => !others.includes(state))
}

function held(locked: LicenseState[], ended: Ended[]): LicenseState[] {
  return locked.filter((state) => ended.some(({ stops }) => isHeldByEvent(state, stops)))
}

/** The subscriptions of fulfilled orders that have ended, and keep suspensions of licenses that are suspended now. */
async function endedSubjects(trx: Trx, sold: Sold, locked: LicenseState[]): Promise<Ended[]> {
  const suspended = locked.filter(({ status }) => status === 'SUSPENDED')
  if (suspended.length === 0) return []
  return rows<Ended>(
    trx,
    `with ${BUYERS}
     select s.processor_id as "processorId", s.ref, s.order_id as "orderId", s.latest -> 'stops' as stops
     from buyers b
     join orders o on o.org_id = ? and o.end_user_id = b.id and o.state = 'fulfilled' and o.license_ids && ?::uuid[]
     join processor_subjects s on s.order_id = o.id and s.alias_of is null
     where s.ended_at is not null and jsonb_exists_any(s.latest -> 'stops', ?::text[])`,
    [...buyersOf(sold), sold.orgId, sold.licenseIds, suspended.map(({ id }) => id)]
  )
}
