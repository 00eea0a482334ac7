import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { orderById, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { millis, rows } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'
import type { Outcome } from '#sso/store/logins'

/** An entry of the sign-in log. */
export type SsoLogin = {
  id: string
  outcome: Outcome
  reason: string | null
  email: string | null
  userId: string | null
  ip: string | null
  requestId: string | null
  createdAt: Millis
}

/** Lists the outcomes of sign-ins through the provider of an org, newest first. @throws Refusal INVALID_CURSOR */
export default class ListLogins {
  execute({ orgId }: Scope, page: PageRequest): Promise<Page<SsoLogin>> {
    return readPage(page, orderById('sso_logins'), ([after], count) =>
      rows<SsoLogin>(
        db.connection(),
        `select id, outcome, reason, email, user_id as "userId", ip, request_id as "requestId",
           ${millis('created_at', 'createdAt')} from sso_logins
         where org_id = ? and (?::uuid is null or id < ?::uuid) order by id desc limit ?`,
        [orgId, after, after, count]
      )
    )
  }
}
