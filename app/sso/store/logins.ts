import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Origin } from '#kernel/audit/audit'
import { newId } from '#kernel/secrets/ids'
import type { Millis } from '#kernel/time/millis'

/** The outcomes of a sign-in. */
export const OUTCOMES = ['signed_in', 'tested', 'refused'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Retention period of log entries, in milliseconds. */
export const LOGIN_KEPT = 90 * 24 * 3600 * 1000

type Login = {
  orgId: string
  outcome: Outcome
  reason?: string
  email?: string | null
  userId: string | null
}

/** Writes an entry to the sign-in log of an org; nothing if the org has been deleted meanwhile. */
export async function recordLogin(
  trx: Trx,
  { orgId, outcome, reason, email, userId }: Login,
  { ip, requestId }: Origin,
  now: Millis
) {
  await rows(
    trx,
    `insert into sso_logins (id, org_id, outcome, reason, email, user_id, ip, request_id, created_at)
     select ?::uuid, id, ?, ?, ?, ?::uuid, ?, ?, ?::timestamptz from orgs where id = ? for key share`,
    [newId(), outcome, reason ?? null, email ?? null, userId, ip, requestId, new Date(now), orgId]
  )
}
