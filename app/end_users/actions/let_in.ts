import { inject } from '@adonisjs/core'
import FindEndUserProfile, { type EndUserProfile } from '#end_users/queries/find_end_user_profile'
import type { Portal } from '#end_users/rules/portal'
import { notProved } from '#end_users/rules/not_proved'
import type { Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import type { Door } from '#kernel/secrets/end_user_tokens'
import type { Millis } from '#kernel/time/millis'
import IssueEndUserSession, { newSignIn, type Device, type EndUserTokens } from './issue_end_user_session.js'
import { lockEndUser, type LockedEndUser } from './lock_end_user.js'

/** The result of every door; `endUser` is null for the key of a license without an owner. */
export type LetInResult = { endUser: EndUserProfile | null; tokens: EndUserTokens; created: boolean }

type Entering = { orgId: string; endUserId: string; door: Door; productId?: string | null }

/** Begins a sign-in of an end user whose identity is proved (contract/09-end-users#92-getting-in). */
@inject()
export default class LetIn {
  constructor(
    protected issueSession: IssueEndUserSession,
    protected profiles: FindEndUserProfile
  ) {}

  /** @throws Refusal USER_BANNED; UNAUTHORIZED if the end user was merged or erased. */
  async execute(
    trx: Trx,
    entering: Entering,
    { sessionDays }: Pick<Portal, 'sessionDays'>,
    device: Device,
    now: Millis
  ): Promise<Omit<LetInResult, 'created'>> {
    const { orgId, endUserId } = entering
    await lockWelcome(trx, orgId, endUserId)
    const tokens = await this.issueSession.execute(trx, newSignIn(entering, now), sessionDays, device, now)
    return { endUser: await this.profiles.byId(orgId, endUserId, trx), tokens }
  }
}

/**
 * Locks an end user who may sign in.
 * @throws Refusal USER_BANNED; UNAUTHORIZED if the end user does not exist, or was merged or erased.
 */
export async function lockWelcome(trx: Trx, orgId: string, endUserId: string): Promise<LockedEndUser> {
  const who = await lockEndUser(trx, orgId, endUserId)
  if (!who || who.mergedInto || who.erased) throw notProved()
  if (who.banned) throw new Refusal('USER_BANNED')
  return who
}
