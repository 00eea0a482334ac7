import type { Role } from '#orgs/rules/roles'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from './api.js'
import { createMerchant, type Merchant } from './merchant.js'

/** Creates a user with a role in an org. The user also has their own org. */
export async function createMember({ orgId }: Merchant, role: Role): Promise<Merchant> {
  const member = await createMerchant()
  await rows(
    db.connection(),
    `insert into org_members (org_id, user_id, role, created_at) values (?, ?, ?, now())`,
    [orgId, member.userId, role]
  )
  return member
}

/** An address that nobody has. */
export const anybody = () => `${newId()}@example.com`

/** Invites an address to an org. */
export function invite(by: Merchant, { orgId }: Merchant, email: string, role: Role = 'MEMBER') {
  return call('POST', `/v1/dashboard/orgs/${orgId}/invites`, { token: by.token, body: { email, role } })
}
