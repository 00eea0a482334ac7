import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { orderById, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { millis, rows } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'

/** An invite of an end user (contract/09-end-users#96-the-merchants-side). */
export type EndUserInvite = {
  id: string
  email: string
  licenseIds: string[]
  createdAt: Millis
  expiresAt: Millis
  acceptedAt: Millis | null
}

/** The columns of an invite, named as in `EndUserInvite`; the token's hash is never one of them. */
export const END_USER_INVITE_COLUMNS = `id, email, license_ids as "licenseIds", ${millis('created_at', 'createdAt')},
  ${millis('expires_at', 'expiresAt')}, ${millis('accepted_at', 'acceptedAt')}`

/**
 * Lists the invites of an org's end users, newest first, including accepted and expired ones
 * (contract/09-end-users#96-the-merchants-side).
 */
export default class ListEndUserInvites {
  /** @throws Refusal INVALID_CURSOR */
  execute({ orgId }: Pick<Scope, 'orgId'>, page: PageRequest): Promise<Page<EndUserInvite>> {
    return readPage(page, orderById('end_user_invites'), ([before], count) =>
      rows<EndUserInvite>(
        db.connection(),
        `select ${END_USER_INVITE_COLUMNS} from end_user_invites
         where org_id = ? and (?::uuid is null or id < ?::uuid) order by id desc limit ?`,
        [orgId, before, before, count]
      )
    )
  }
}
