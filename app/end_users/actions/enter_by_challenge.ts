import { inject } from '@adonisjs/core'
import type { OpenPortal } from '#end_users/queries/find_open_portal'
import { transaction } from '#kernel/database/unit_of_work'
import type { Door } from '#kernel/secrets/end_user_tokens'
import type { Millis } from '#kernel/time/millis'
import type { Device } from './issue_end_user_session.js'
import LetIn, { type LetInResult } from './let_in.js'
import { proveAddress } from './prove_address.js'
import SpendEndUserChallenge, { type KnownChallenge } from './spend_end_user_challenge.js'

/**
 * Signs in with a mailed code, a mailed link or the merchant's one-time link (contract/09-end-users#92-getting-in).
 */
@inject()
export default class EnterByChallenge {
  constructor(
    protected spendChallenge: SpendEndUserChallenge,
    protected letIn: LetIn
  ) {}

  /** @throws Refusal UNAUTHORIZED, also if the address has no end user and the portal creates none; USER_BANNED. */
  async byCode(open: OpenPortal, challenge: KnownChallenge, code: string, device: Device, now: Millis) {
    await this.spendChallenge.proveCode(challenge, code, now)
    return this.#enter(open, challenge, 'code', device, now)
  }

  /** @throws Refusal UNAUTHORIZED, also if the address has no end user and the portal creates none; USER_BANNED. */
  byLink(open: OpenPortal, challenge: KnownChallenge, device: Device, now: Millis) {
    const door = challenge.purpose === 'portal_link' ? 'portalLink' : 'link'
    return this.#enter(open, challenge, door, device, now)
  }

  #enter(
    { orgId, portal }: OpenPortal,
    challenge: KnownChallenge,
    door: Door,
    device: Device,
    now: Millis
  ): Promise<LetInResult> {
    return transaction(async (trx) => {
      await this.spendChallenge.spend(trx, challenge, now)
      const { endUserId: named, email, productId } = challenge
      const { endUserId, created } = named
        ? { endUserId: named, created: false }
        : await proveAddress(trx, orgId, email!, portal.registration, now)
      if (!named) await this.spendChallenge.attribute(trx, challenge, endUserId)
      const entering = { orgId, endUserId, door, productId }
      return { ...(await this.letIn.execute(trx, entering, portal, device, now)), created }
    })
  }
}
