import { newId } from '#kernel/secrets/ids'
import { millis, rows, type SqlExecutor } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import {
  countedAfter,
  type ResetAllowance,
  type ResetKind,
  type ResetUsage,
} from '#end_users/rules/reset_budget'

/** An allowance of a license whose usage is wanted. */
export type Asked = { licenseId: string; kind: ResetKind; allowance: ResetAllowance }

/** Returns how much of each allowance is used at `now`, in the same order, with one statement. */
export async function usageOf(client: SqlExecutor, asked: Asked[], now: Millis): Promise<ResetUsage[]> {
  if (asked.length === 0) return []
  return rows<ResetUsage>(
    client,
    `select c.used, ${millis('b.created_at', 'blocking')}
     from unnest(?::uuid[], ?::text[], ?::float8[], ?::int[]) with ordinality as q (license_id, kind, since, allowed, n)
     cross join lateral (select coalesce(to_timestamp(q.since / 1000), '-infinity') as since) t
     cross join lateral (
       select count(*)::int as used from license_self_resets r
       where r.license_id = q.license_id and r.kind = q.kind and r.created_at > t.since
     ) c
     left join lateral (
       select r.created_at from license_self_resets r
       where r.license_id = q.license_id and r.kind = q.kind and r.created_at > t.since
       order by r.created_at desc offset greatest(q.allowed - 1, 0) limit 1
     ) b on q.allowed > 0 and c.used >= q.allowed
     order by q.n`,
    [
      asked.map(({ licenseId }) => licenseId),
      asked.map(({ kind }) => kind),
      asked.map(({ allowance }) => countedAfter(allowance, now)),
      asked.map(({ allowance }) => allowance.limit),
    ]
  )
}

/** Records that an end user has used one reset of a locked license. */
export async function recordSelfReset(
  trx: Trx,
  { id, orgId }: LicenseState,
  kind: ResetKind,
  endUserId: string | null,
  now: Millis
) {
  await rows(
    trx,
    `insert into license_self_resets (id, license_id, org_id, kind, end_user_id, created_at) values (?, ?, ?, ?, ?, ?)`,
    [newId(), id, orgId, kind, endUserId, new Date(now)]
  )
}
