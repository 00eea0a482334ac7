import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { NormalEvent } from '#storefront/rules/normal_event'
import { namesOf } from '#storefront/rules/plain_events'

/** Returns whether an event may be a renewal. Lemon Squeezy reports renewals as changes of the subscription. */
const isPeriod = ({ type, periodEnd }: NormalEvent) =>
  type === 'subscription.renewed' || (type === 'subscription.changed' && periodEnd !== null)

type Asked = { orgId: string; event: NormalEvent }

/**
 * Finds the orders of periods whose subscription is known only from a processor that was removed since: without them,
 * a merchant who connects it again would sell each license a second time. The result has an entry for each event; null
 * if there is no such order. A purchase is always a new one, because another processor may count from 1 again.
 */
export async function ordersBefore(trx: Trx, asked: readonly Asked[]): Promise<(string | null)[]> {
  const names = asked.flatMap(({ orgId, event }, place) =>
    isPeriod(event) ? namesOf(event).map((ref) => ({ place, orgId, ref })) : []
  )
  if (names.length === 0) return asked.map(() => null)
  const found = await rows<{ place: number; id: string }>(
    trx,
    `select distinct on (v.place) v.place, o.id
     from unnest(?::int[], ?::uuid[], ?::text[]) as v (place, org_id, ref)
     join orders o on o.org_id = v.org_id and o.reference = v.ref and o.state = 'fulfilled'
     where o.processor_id is not null and not exists (select from processors p where p.id = o.processor_id)
     order by v.place, o.id desc`,
    [names.map(({ place }) => place), names.map(({ orgId }) => orgId), names.map(({ ref }) => ref)]
  )
  const orders = new Map(found.map(({ place, id }) => [place, id]))
  return asked.map((_, place) => orders.get(place) ?? null)
}
