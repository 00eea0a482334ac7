import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { fixedLimit } from '#licensing/rules/expiry_clock'
import type { LicenseState } from '#licensing/rules/license'

/** The last change of the expiry of the license `v` that is not the end of a freeze. */
const LAST_SET = `select max(o.id) from license_events o where o.org_id = ? and o.license_id = v.id
  and o.type <> 'license.unfrozen' and jsonb_exists(o.data -> 'before', 'expiresAt')`

/** The first freeze that has moved the expiry since, with the expiry before it. */
const FIRST_PAUSE = `select (e.data #>> '{before,expiresAt}')::float8 from license_events e
  where e.org_id = ? and e.license_id = v.id and e.type = 'license.unfrozen'
    and jsonb_exists(e.data -> 'before', 'expiresAt') and e.id > coalesce((${LAST_SET}), 0)
  order by e.id limit 1`

/**
 * How far freezes have moved the fixed expiry of locked licenses of an org since it was last set otherwise, at `now`.
 * Milliseconds, by license id.
 */
export async function pausesOf(
  trx: Trx,
  orgId: string,
  licenses: LicenseState[],
  now: Millis
): Promise<Map<string, Millis>> {
  const sql = `select v.id, (${FIRST_PAUSE}) as "expiresAt" from unnest(?::uuid[]) as v (id)`
  const ids = licenses.map(({ id }) => id)
  const found = await rows<{ id: string; expiresAt: Millis | null }>(trx, sql, [orgId, orgId, ids])
  const set = new Map(found.map(({ id, expiresAt }) => [id, expiresAt]))
  return new Map(
    licenses.map((license) => {
      const limit = fixedLimit(license, now) ?? 0
      return [license.id, limit - (set.get(license.id) ?? license.expiresAt ?? limit)]
    })
  )
}
