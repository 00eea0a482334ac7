import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { OpenPortal } from '#end_users/queries/find_open_portal'
import { notProved } from '#end_users/rules/not_proved'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { fromNetwork } from '#kernel/limits/attempt_limits'
import { passwordMatches, strongerHash } from '#kernel/secrets/passwords'
import type { Millis } from '#kernel/time/millis'
import type { Device } from './issue_end_user_session.js'
import LetIn, { lockWelcome, type LetInResult } from './let_in.js'

type Known = { id: string; passwordHash: string }

/**
 * POST /v1/enduser/auth/password: signs in with a password, which needs a proved address
 * (contract/09-end-users#92-getting-in).
 */
@inject()
export default class EnterByPassword {
  constructor(protected letIn: LetIn) {}

  /** @throws Refusal UNAUTHORIZED, USER_BANNED; RATE_LIMITED if this network has too many password checks running. */
  async execute(
    { orgId, portal }: OpenPortal,
    email: string,
    password: string,
    device: Device,
    now: Millis = Date.now()
  ): Promise<LetInResult> {
    const known = await find(orgId, email.toLowerCase())
    const network = fromNetwork(device.ip ?? '')
    if (!(await passwordMatches(known?.passwordHash ?? null, password, network))) throw notProved()
    const { id, passwordHash } = known!
    const stronger = await strongerHash(passwordHash, password, network)
    return transaction(async (trx) => {
      // The password may have been replaced while it was being checked.
      const who = await lockWelcome(trx, orgId, id)
      if (who.passwordHash !== passwordHash || who.emailVerifiedAt === null) throw notProved()
      if (stronger) {
        const sql = `update end_users set password_hash = ? where org_id = ? and id = ?`
        await rows(trx, sql, [stronger, orgId, id])
      }
      const entering = { orgId, endUserId: id, door: 'password' } as const
      return { ...(await this.letIn.execute(trx, entering, portal, device, now)), created: false }
    })
  }
}

function find(orgId: string, email: string): Promise<Known | null> {
  return firstRow(
    db.connection(),
    `select id, password_hash as "passwordHash" from end_users
     where org_id = ? and email = ? and email_verified_at is not null and password_hash is not null`,
    [orgId, email]
  )
}
