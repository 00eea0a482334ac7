import type { Role } from '#orgs/rules/roles'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
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
