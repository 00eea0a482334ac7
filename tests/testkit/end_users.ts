import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import ChangePortal, { type PortalPatch } from '#end_users/actions/change_portal'
import IssueEndUserSession, { newSignIn, type EndUserTokens } from '#end_users/actions/issue_end_user_session'
import { SYSTEM } from '#kernel/audit/audit'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import type { Door } from '#kernel/secrets/end_user_tokens'
import { newId } from '#kernel/secrets/ids'
import type { Merchant } from './merchant.js'

/** Enables the portal of a merchant, with these settings in addition to the defaults. */
export async function openPortal({ scope }: Pick<Merchant, 'scope'>, settings: PortalPatch = {}) {
  const changePortal = await app.container.make(ChangePortal)
  return changePortal.execute(scope, { enabled: true, ...settings }, SYSTEM)
}

export type MadeEndUser = { id: string; email: string; orgId: string }

/** Creates an end user, with a proved address by default. */
export async function createEndUser(
  { orgId }: Pick<Merchant, 'orgId'>,
  { email = `${newId()}@example.net`, proved = true } = {}
): Promise<MadeEndUser> {
  const id = newId()
  await rows(
    db.connection(),
    `insert into end_users (id, org_id, email, email_verified_at, created_at) values (?, ?, ?, ?, now())`,
    [id, orgId, email, proved ? new Date() : null]
  )
  return { id, email, orgId }
}

/** How a test signs an end user in; narrowed to a product or a license if one is given. */
type SignInOptions = { door?: Door; productId?: string; licenseId?: string; now?: number }

/** Issues tokens for an end user without a door. `id` is null for a license without an owner. */
export async function signIn(
  { id, orgId }: { id: string | null; orgId: string },
  { door = 'code', productId, licenseId, now = Date.now() }: SignInOptions = {}
): Promise<EndUserTokens> {
  const started = newSignIn({ orgId, endUserId: id, door, productId, licenseId }, now)
  const device = { ip: '127.0.0.1', userAgent: 'tests' }
  return transaction((trx) => new IssueEndUserSession().execute(trx, started, 30, device, now))
}

export type Customer = Awaited<ReturnType<typeof createCustomer>>

/** Creates a signed-in end user of a merchant whose portal is enabled. */
export async function createCustomer(merchant: Merchant, settings: PortalPatch = {}) {
  await openPortal(merchant, settings)
  const endUser = await createEndUser(merchant)
  const { accessToken, refreshToken } = await signIn(endUser)
  return { ...endUser, token: accessToken, refreshToken }
}

/** Makes an end user the owner of a license, without any event or mail. */
export async function own({ id, orgId }: Pick<MadeEndUser, 'id' | 'orgId'>, licenseId: string) {
  await rows(db.connection(), `update licenses set end_user_id = ? where org_id = ? and id = ?`, [
    id,
    orgId,
    licenseId,
  ])
}
