import { inject } from '@adonisjs/core'
import FindOpenPortal from '#end_users/queries/find_open_portal'
import { ERASURE_DELAY } from '#end_users/rules/challenge'
import { notProved } from '#end_users/rules/not_proved'
import { lockProofs } from '#end_users/store/lock_proofs'
import { changedRows, firstRow, millis } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { erasureCodeMail } from '#kernel/mail/erasure_texts'
import { recordEvents } from '#kernel/outbox/outbox'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import type { Millis } from '#kernel/time/millis'
import { lockWelcome } from './let_in.js'
import SpendEndUserChallenge from './spend_end_user_challenge.js'
import StartEndUserChallenge, { type StartedChallenge } from './start_end_user_challenge.js'

/** A signed-in end user. */
type Who = { orgId: string; endUserId: string }

/**
 * Lets end users erase their own account. The erasure happens 7 days after a mailed code has confirmed it, and they
 * can call it off until then (contract/09-end-users#94-the-end-user-himself-eu).
 */
@inject()
export default class PlanErasure {
  constructor(
    protected portals: FindOpenPortal,
    protected startChallenge: StartEndUserChallenge,
    protected spendChallenge: SpendEndUserChallenge
  ) {}

  /**
   * Mails the code. @throws Refusal CONFLICT if the end user has no proved address to mail it to; UNAUTHORIZED,
   * USER_BANNED
   */
  async start({ orgId, endUserId }: Who, now: Millis = Date.now()): Promise<StartedChallenge> {
    const { name } = (await this.portals.ofOrg(orgId))!
    return transaction(async (trx) => {
      // A new code may end the oldest challenge, and challenges are locked before their end user.
      await lockProofs(trx, orgId, endUserId)
      const { email, emailVerifiedAt } = await lockWelcome(trx, orgId, endUserId)
      if (email === null || emailVerifiedAt === null) {
        const message = 'Confirm an email address first: the service sends the code for the erasure to it'
        throw new Refusal('CONFLICT', { message })
      }
      const challenge = { orgId, purpose: 'erasure', email, endUserId, page: null } as const
      return this.startChallenge.mailed(trx, challenge, ({ code }) => erasureCodeMail(name, code), now)
    })
  }

  /**
   * Plans the erasure and returns when it is due. Confirming again does not change the date.
   * @throws Refusal UNAUTHORIZED for a wrong code, or for a challenge that is spent or belongs to another end user;
   *   USER_BANNED
   */
  async confirm(
    { orgId, endUserId }: Who,
    challengeToken: string,
    code: string,
    now: Millis = Date.now()
  ): Promise<Millis> {
    const challenge = await this.spendChallenge.ofToken(challengeToken)
    const { purpose, endUserId: whose } = challenge ?? {}
    if (!challenge || purpose !== 'erasure' || whose !== endUserId || challenge.orgId !== orgId) {
      throw notProved()
    }
    await this.spendChallenge.proveCode(challenge, code, now)
    return transaction(async (trx) => {
      await this.spendChallenge.spend(trx, challenge, now)
      await lockWelcome(trx, orgId, endUserId)
      const planned = await firstRow<{ dueAt: Millis }>(
        trx,
        `update end_users set erase_at = coalesce(erase_at, ?), updated_at = ? where org_id = ? and id = ?
         returning ${millis('erase_at', 'dueAt')}`,
        [new Date(now + ERASURE_DELAY), new Date(now), orgId, endUserId]
      )
      await recordPlan(trx, orgId, endUserId, now)
      return planned!.dueAt
    })
  }

  /** Calls the erasure off. @throws Refusal NOT_FOUND if none is planned; UNAUTHORIZED, USER_BANNED */
  async callOff({ orgId, endUserId }: Who, now: Millis = Date.now()) {
    await transaction(async (trx) => {
      await lockWelcome(trx, orgId, endUserId)
      const changed = await changedRows(
        trx,
        `update end_users set erase_at = null, updated_at = ?
         where org_id = ? and id = ? and erase_at is not null`,
        [new Date(now), orgId, endUserId]
      )
      if (changed === 0) throw noSuch('erasure')
      await recordPlan(trx, orgId, endUserId, now)
    })
  }
}

function recordPlan(trx: Trx, orgId: string, endUserId: string, now: Millis) {
  const data = { endUserId, fields: ['eraseAt'] }
  return recordEvents(trx, [{ orgId, productId: null, name: 'end_user.updated', data }], now)
}
