import { setTimeout as wait } from 'node:timers/promises'
import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { OpenPortal } from '#end_users/queries/find_open_portal'
import { notProved } from '#end_users/rules/not_proved'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import {
  fromNetwork,
  isPastLimit,
  mayAttempt,
  SLOWER_BY,
  takeBackAttempt,
} from '#kernel/limits/attempt_limits'
import { endUserGuessedPasswordMail } from '#kernel/mail/end_user_own_texts'
import { recordMail } from '#kernel/mail/mails'
import { passwordMatches, strongerHash } from '#kernel/secrets/passwords'
import type { Millis } from '#kernel/time/millis'
import { plainEmail } from '#kernel/text/email'
import type { Device } from './issue_end_user_session.js'
import LetIn, { lockWelcome, type LetInResult } from './let_in.js'

type Known = { id: string; passwordHash: string }

/**
 * POST /v1/enduser/auth/password: signs in with a password, which needs a proved address
 * (contract/09-end-users#92-getting-in). If an account has more failures in a day than allowed, from any networks,
 * sign-in gets slower, and its owner gets a mail (contract/01-changes#bounds).
 */
@inject()
export default class EnterByPassword {
  constructor(protected letIn: LetIn) {}

  /** @throws Refusal UNAUTHORIZED, USER_BANNED; RATE_LIMITED if this network has too many password checks running. */
  async execute(
    { orgId, name, portal }: OpenPortal,
    email: string,
    password: string,
    device: Device,
    now: Millis = Date.now()
  ): Promise<LetInResult> {
    const address = plainEmail(email)
    const account = `${orgId} ${address}`
    // Counts as a failure until the password proves right, so that simultaneous guesses are counted too.
    const guessed = await isPastLimit('loginFailures', account)
    if (guessed) await this.pause(SLOWER_BY)
    const known = await find(orgId, address)
    const network = fromNetwork(device.ip ?? '')
    if (!(await passwordMatches(known?.passwordHash ?? null, password, network))) {
      if (guessed && known) await warn(orgId, known.id, address, name, now)
      throw notProved()
    }
    await takeBackAttempt('loginFailures', account)
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

  protected pause(ms: number): Promise<void> {
    return wait(ms)
  }
}

/** Warns an end user by mail about guesses at the password, at most once a day. */
async function warn(orgId: string, id: string, email: string, sender: string, now: Millis) {
  if (!(await mayAttempt('alarm', `end user password ${id}`))) return
  await transaction((trx) =>
    recordMail(trx, { to: email, ...endUserGuessedPasswordMail(sender) }, now, orgId)
  )
}

function find(orgId: string, email: string): Promise<Known | null> {
  return firstRow(
    db.connection(),
    `select id, password_hash as "passwordHash" from end_users
     where org_id = ? and email = ? and email_verified_at is not null and password_hash is not null`,
    [orgId, email]
  )
}
