import { inject } from '@adonisjs/core'
import { findClaimant } from '#end_users/queries/find_claimant'
import FindEndUserProfile, { type EndUserProfile } from '#end_users/queries/find_end_user_profile'
import FindOpenPortal from '#end_users/queries/find_open_portal'
import { whoProved } from '#end_users/rules/proved_address'
import { keepClaims } from '#end_users/store/orders_of_person'
import { inSavepoint } from '#kernel/database/savepoint'
import { rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { endUserAddressChangedMail } from '#kernel/mail/end_user_own_texts'
import { recordMail } from '#kernel/mail/mails'
import { recordEvents } from '#kernel/outbox/outbox'
import Refusal from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import { asDuplicate } from './duplicate_end_user.js'
import { lockWelcome } from './let_in.js'
import { lockEndUser, type LockedEndUser } from './lock_end_user.js'
import { takeAddressOff } from './prove_address.js'
import SpendEndUserChallenge, { type KnownChallenge } from './spend_end_user_challenge.js'

/** How often another transaction may change the address's owner before this one gives up. */
const LOOKS = 5

/** The challenge of a signed-in end user for a new address, with the address that it was mailed to. */
export type AddressProof = KnownChallenge & { endUserId: string; email: string }

/** POST /v1/enduser/me/email/confirm: changes the address (contract/09-end-users#94-the-end-user-himself-eu). */
@inject()
export default class TakeNewAddress {
  constructor(
    protected spendChallenge: SpendEndUserChallenge,
    protected profiles: FindEndUserProfile,
    protected portals: FindOpenPortal
  ) {}

  /**
   * Gives an end user the address that a code proves. Another end user who has it without a valid claim (see
   * `whoProved`) loses it. The old address gets a notice if it was proved.
   * @throws Refusal UNAUTHORIZED for a wrong, spent or expired code; with the right code, CONFLICT if the address
   *   belongs to another end user; USER_BANNED
   */
  async execute(challenge: AddressProof, code: string, now: Millis = Date.now()): Promise<EndUserProfile> {
    await this.spendChallenge.proveCode(challenge, code, now)
    const { name } = (await this.portals.ofOrg(challenge.orgId))!
    for (let look = 0; look < LOOKS; look++) {
      const taken = await this.#look(challenge, name, now)
      if (taken) return taken
    }
    throw belongsToOther()
  }

  /** Returns null if the address's owner has changed during the attempt. */
  async #look(challenge: AddressProof, sender: string, now: Millis): Promise<EndUserProfile | null> {
    try {
      return await transaction((trx) => inSavepoint(trx, () => this.#take(trx, challenge, sender, now)))
    } catch (error) {
      // Another transaction took the address while this one waited for the unique key.
      if (asDuplicate(error) !== error) return null
      throw error
    }
  }

  async #take(
    trx: Trx,
    challenge: AddressProof,
    sender: string,
    now: Millis
  ): Promise<EndUserProfile | null> {
    const { orgId, endUserId, email } = challenge
    await this.spendChallenge.hold(trx, challenge)
    const seen = await findClaimant(trx, orgId, email)
    const self = await lockBoth(trx, orgId, endUserId, seen?.id)
    const claimant = await findClaimant(trx, orgId, email)
    if (claimant?.id !== seen?.id) return null
    if (claimant && claimant.id !== endUserId) {
      if (whoProved(claimant, 'open')?.who === 'claimant') throw belongsToOther()
      await takeAddressOff(trx, orgId, claimant.id, now)
    }
    await this.spendChallenge.spend(trx, challenge, now)
    await store(trx, self, challenge, sender, now)
    return (await this.profiles.byId(orgId, endUserId, trx))!
  }
}

const belongsToOther = () => new Refusal('CONFLICT', { message: 'This address belongs to another account' })

/** Locks the end user and the current owner of the address, in the order of their ids. */
async function lockBoth(trx: Trx, orgId: string, self: string, other = self): Promise<LockedEndUser> {
  if (other < self) await lockEndUser(trx, orgId, other)
  const locked = await lockWelcome(trx, orgId, self)
  if (other > self) await lockEndUser(trx, orgId, other)
  return locked
}

async function store(
  trx: Trx,
  self: LockedEndUser,
  { orgId, endUserId, email }: AddressProof,
  sender: string,
  now: Millis
) {
  const moved = self.email !== email
  if (!moved && self.emailVerifiedAt !== null) return
  await rows(
    trx,
    `update end_users set email = ?, email_verified_at = ?, updated_at = ? where org_id = ? and id = ?`,
    [email, new Date(now), new Date(now), orgId, endUserId]
  )
  if (moved && self.email !== null) await keepClaims(trx, orgId, endUserId, self.email)
  const fields = [moved && 'email', self.emailVerifiedAt === null && 'emailVerified'].filter(
    (one) => one !== false
  )
  const data = { endUserId, fields }
  await recordEvents(trx, [{ orgId, productId: null, name: 'end_user.updated', data }], now)
  if (!moved || self.email === null || self.emailVerifiedAt === null) return
  await recordMail(trx, { to: self.email, ...endUserAddressChangedMail(sender) }, now, orgId)
}
