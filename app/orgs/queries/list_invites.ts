import db from '@adonisjs/lucid/services/db'
import type { Role } from '#orgs/rules/roles'
import type { Scope } from '#kernel/audit/scope'
import { orderById, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { rows } from '#kernel/database/sql'

export type InviteRow = {
  id: string
  orgId: string
  email: string
  role: Role
  invitedBy: string | null
  createdAt: Date
  expiresAt: Date
  acceptedAt: Date | null
}

/** The columns of an invite with the names of `InviteRow`. The hash of the token is left out. */
export const INVITE_COLUMNS = `id, org_id as "orgId", email, role, invited_by as "invitedBy",
  created_at as "createdAt", expires_at as "expiresAt", accepted_at as "acceptedAt"`

/**
 * The invites of an org, newest first, including accepted and expired ones (contract#orgs-members-invites).
 * @throws Refusal INVALID_CURSOR
 */
export default class ListInvites {
  execute({ orgId }: Scope, page: PageRequest): Promise<Page<InviteRow>> {
    return readPage(page, orderById('invites'), ([after], count) =>
      rows<InviteRow>(
        db.connection(),
        `select ${INVITE_COLUMNS} from invites
         where org_id = ? and (?::uuid is null or id < ?::uuid) order by id desc limit ?`,
        [orgId, after, after, count]
      )
    )
  }
}
