import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import CreateLicenses, { type LicenseOrder } from '#licensing/actions/create_licenses'
import type { Role } from '#orgs/rules/roles'
import { rows } from '#kernel/database/sql'
import { signAccessToken } from '#kernel/secrets/tokens'
import CreateAccount from '#accounts/actions/create_account'
import { PASSWORD, type Merchant } from './merchant.js'
import { join } from './team.js'

/** Creates licenses of a merchant's product with the action that the routes use. */
export function makeLicenses(merchant: Merchant, order: Partial<LicenseOrder> = {}, now?: number) {
  return new CreateLicenses().execute(merchant.scope, { productId: merchant.productId, ...order }, now)
}

/** Creates one license of a merchant's product. */
export async function makeLicense(merchant: Merchant, order: Partial<LicenseOrder> = {}, now?: number) {
  const [license] = await makeLicenses(merchant, order, now)
  return license
}

/** Creates another user with a role in a merchant's org and returns an access token. */
export async function memberToken(merchant: Merchant, role: Role): Promise<string> {
  const accounts = await app.container.make(CreateAccount)
  const { userId } = await accounts.execute({ email: `${randomUUID()}@example.com`, password: PASSWORD })
  await join(merchant, userId, role)
  return signAccessToken(userId)
}

/** The events about licenses in the outbox of a merchant's org, oldest first. */
export function outgoingEvents(merchant: Merchant) {
  return rows<{ name: string; productId: string; data: Record<string, unknown> }>(
    db.connection(),
    `select name, product_id as "productId", data from outbox_events
     where org_id = ? and name like 'license.%' order by id`,
    [merchant.orgId]
  )
}
