import type { Role } from '#orgs/rules/roles'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from './api.js'
import { createMerchant, type Merchant } from './merchant.js'

/** Makes a user a member of an org. */
export function join({ orgId }: Pick<Merchant, 'orgId'>, userId: string, role: Role) {
  return rows(
    db.connection(),
    `insert into org_members (org_id, user_id, role, created_at) values (?, ?, ?, now())`,
    [orgId, userId, role]
  )
}

/** Creates a user with a role in an org. The user also has their own org. */
export async function createMember(org: Merchant, role: Role): Promise<Merchant> {
  const member = await createMerchant()
  await join(org, member.userId, role)
  return member
}

/** An address that nobody has. */
export const anybody = () => `${newId()}@example.com`

/** Invites an address to an org. */
export function invite(by: Merchant, { orgId }: Merchant, email: string, role: Role = 'MEMBER') {
  return call('POST', `/v1/dashboard/orgs/${orgId}/invites`, { token: by.token, body: { email, role } })
}
