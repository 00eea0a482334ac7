import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import FindPortal from '#end_users/queries/find_portal'
import { SYSTEM } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import CreateLicenses from '#licensing/actions/create_licenses'
import AssignLicense from './assign_license.js'
import ChangePortal from './change_portal.js'
import CreateEndUser from './create_end_user.js'
import IssueEndUserSession, { newSignIn, type EndUserTokens } from './issue_end_user_session.js'
import { lockEndUser } from './lock_end_user.js'

/** How many licenses the end user gets. */
const LICENSES = 2

const scopeOf = (orgId: string): Scope => ({ orgId, productId: null, actor: SYSTEM.actor })

/**
 * Sets up an example for a first look: a portal that is on, and an end user who owns licenses
 * (contract/09-end-users#91-settings).
 */
@inject()
export default class SetUpOwner {
  constructor(
    protected changePortal: ChangePortal,
    protected createEndUser: CreateEndUser,
    protected createLicenses: CreateLicenses,
    protected assignLicense: AssignLicense,
    protected findPortal: FindPortal,
    protected issueSession: IssueEndUserSession
  ) {}

  async execute(orgId: string, email: string) {
    await this.changePortal.execute(scopeOf(orgId), { enabled: true }, SYSTEM)
    const person = { email, firstName: 'Casey', lastName: 'Customer' }
    await this.createEndUser.execute(scopeOf(orgId), person, SYSTEM)
  }

  /**
   * Makes the end user the owner of up to two existing ACTIVE licenses of a product without an owner, or of two new
   * ones if there are none. Does nothing if the end user owns an ACTIVE one already.
   */
  async giveLicenses(orgId: string, productId: string, email: string) {
    const found = await rows<{ id: string; owned: boolean }>(
      db.connection(),
      `select l.id, l.end_user_id is not null as owned from licenses l
       where l.org_id = ? and l.product_id = ? and l.status = 'ACTIVE' and (l.end_user_id is null
         or l.end_user_id = (select id from end_users where org_id = ? and email = ?))
       order by owned desc, l.id limit ?`,
      [orgId, productId, orgId, email, LICENSES]
    )
    if (found[0]?.owned) return
    const terms = { productId, count: LICENSES, expiresAfterDays: 365 }
    const licenses = found.length > 0 ? found : await this.createLicenses.execute(scopeOf(orgId), terms)
    for (const { id } of licenses) await this.assignLicense.assign(scopeOf(orgId), id, { email })
  }

  /** Signs in the end user with this address, as if the merchant had vouched for them; null if there is none. */
  async signIn(orgId: string, email: string, now: Millis = Date.now()): Promise<EndUserTokens | null> {
    return transaction(async (trx) => {
      const sql = `select id from end_users where org_id = ? and email = ?`
      const found = await firstRow<{ id: string }>(trx, sql, [orgId, email])
      if (!found) return null
      await lockEndUser(trx, orgId, found.id)
      await rows(
        trx,
        `update end_users set email_verified_at = coalesce(email_verified_at, ?) where org_id = ? and id = ?`,
        [new Date(now), orgId, found.id]
      )
      const { portal } = await this.findPortal.ofOrg(orgId, trx)
      const started = newSignIn({ orgId, endUserId: found.id, door: 'exchange' }, now)
      const device = { ip: null, userAgent: 'quickstart' }
      return this.issueSession.execute(trx, started, portal.sessionDays, device, now)
    })
  }
}
