import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { DAY, type Millis, type ReadMoment } from '#kernel/time/millis'
import { changeTerms, toldOf } from '#licensing/rules/changes'
import { effectiveExpiresAt } from '#licensing/rules/expiry_clock'
import type { LicenseState } from '#licensing/rules/license'
import { lockLicenses, writeChanges, type LicenseChange } from '#licensing/store/license_ledger'
import { pastPeriod } from '#storefront/rules/paid_period'
import { isPlainRenewal } from '#storefront/rules/plain_events'
import { paidUntil } from '#storefront/rules/renewal'
import type { KnownEvent } from '#storefront/store/known_subjects'
import { changedPlan, NOW_PAID } from '#storefront/store/sold_order'
import { writeRenewedSubjects } from '#storefront/store/renewed_subjects'
import type { Worked } from './buy_together.js'

type Renewal = KnownEvent & { until: Millis; licenses: LicenseState[] }

const RESULT = 'The period is extended'

/**
 * Processes many renewals of locked subscriptions at once, with the same effect as `renew`. The number of statements
 * grows with the orgs, but not with the renewals. Events that cannot be processed this way are left out of the result;
 * `applyEvent` processes them. Examples are old events, subscriptions with a refund or an open dispute, periods of orders
 * that act on a license, renewals of licenses that are suspended, revoked or deleted, and payments for more pieces than
 * were ordered.
 */
export async function renewTogether(trx: Trx, known: KnownEvent[], clock: ReadMoment): Promise<Worked[]> {
  const paid = known.filter(
    ({ queued, subject }) =>
      isPlainRenewal(queued.event) &&
      subject.orderId !== null &&
      subject.licenseIds.length > 0 &&
      pastPeriod(queued.event, subject) === null &&
      subject.latest.refunds === undefined &&
      subject.latest.open === undefined
  )
  if (paid.length === 0) return []
  const { renewals, now } = await renewalsOf(trx, paid, clock)
  const changes = renewals.flatMap(({ until, licenses }) =>
    licenses.flatMap((before): LicenseChange[] => {
      const decision = changeTerms(before, paidUntil(before, until, now), true, now)
      return decision?.outcome === 'changed' ? [{ before, after: decision.after, ...toldOf(decision) }] : []
    })
  )
  const actor = { type: 'system', id: null } as const
  await writeChanges(trx, changes, { actor, now, reason: 'subscription.renewed' })
  await writeRenewedSubjects(trx, renewals, now)
  return renewals.map(({ queued, subject }) => ({ queued, orderId: subject.orderId!, result: RESULT }))
}

function isPlain(license: LicenseState | undefined, now: Millis): license is LicenseState {
  // What a period means for a license without an expiry depends on its order.
  if (!license || effectiveExpiresAt(license, now) === null) return false
  return license.status !== 'REVOKED' && license.status !== 'SUSPENDED'
}

/**
 * Locks the licenses of each renewal, and returns the renewals whose licenses are all plain, and the moment after the
 * locks.
 */
async function renewalsOf(
  trx: Trx,
  paid: KnownEvent[],
  clock: ReadMoment
): Promise<{ renewals: Renewal[]; now: Millis }> {
  const orders = await rows<{ id: string; quantity: number; graceDays: number }>(
    trx,
    `select o.id, o.quantity, (${NOW_PAID} ->> 'graceDays')::int as "graceDays" from orders o
     join unnest(?::uuid[], ?::uuid[], ?::uuid[]) as v (id, org_id, listing_id) on o.id = v.id and o.org_id = v.org_id
     ${changedPlan('v.listing_id')} where o.listing ->> 'kind' = ?`,
    [
      ...[paid.map(({ subject }) => subject.orderId), paid.map(({ subject }) => subject.orgId)],
      ...[paid.map(({ subject }) => subject.listingId), 'new'],
    ]
  )
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  const states = await lockedLicenses(trx, paid)
  const now = clock()
  const payers = Map.groupBy(
    paid.flatMap(({ subject }) => subject.licenseIds),
    (id) => id
  )
  const renewals = paid.flatMap((one): Renewal[] => {
    const { queued, subject } = one
    const order = orderOf.get(subject.orderId!)
    const licenses = subject.licenseIds.map((id) => states.get(id))
    // If two subscriptions pay for one license, their renewals are processed one after the other.
    const shared = subject.licenseIds.some((id) => payers.get(id)!.length > 1)
    if (!order || queued.event.quantity > order.quantity || shared) return []
    if (!licenses.every((license) => isPlain(license, now))) return []
    return [{ ...one, until: queued.event.periodEnd! + order.graceDays * DAY, licenses }]
  })
  return { renewals, now }
}

async function lockedLicenses(trx: Trx, paid: KnownEvent[]): Promise<Map<string, LicenseState>> {
  const states = new Map<string, LicenseState>()
  const orgs = Map.groupBy(paid, ({ subject }) => subject.orgId)
  for (const orgId of [...orgs.keys()].toSorted()) {
    const ids = orgs.get(orgId)!.flatMap(({ subject }) => subject.licenseIds)
    const scope = { orgId, productId: null, actor: { type: 'system', id: null } as const }
    for (const state of await lockLicenses(trx, scope, [...new Set(ids)])) states.set(state.id, state)
  }
  return states
}
