import { setTimeout as pause } from 'node:timers/promises'
import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { findClaimant } from '#end_users/queries/find_claimant'
import { findReturnPage } from '#end_users/queries/find_return_page'
import type { OpenPortal } from '#end_users/queries/find_open_portal'
import { whoProved } from '#end_users/rules/proved_address'
import { withToken } from '#end_users/rules/return_page'
import { transaction } from '#kernel/database/unit_of_work'
import { claimedAttempt } from '#kernel/limits/attempt_limits'
import { endUserCodeMail } from '#kernel/mail/end_user_sign_in_texts'
import type { Millis } from '#kernel/time/millis'
import { plainEmail } from '#kernel/text/email'
import StartEndUserChallenge, {
  type MailedSecrets,
  type StartedChallenge,
} from './start_end_user_challenge.js'

/** Every response takes at least this long, so that its timing reveals nothing about the address. Milliseconds. */
const EVEN_TIME = 250

/**
 * POST /v1/enduser/auth/code: mails a code and a link if the address may sign in, at most once a minute. The response
 * is the same for every address (contract/09-end-users#98-abuse): the challenge is always created, only the mail is
 * left out.
 */
@inject()
export default class AskForCode {
  constructor(protected startChallenge: StartEndUserChallenge) {}

  /** @throws Refusal VALIDATION_ERROR if `returnUrl` is not a page of the org. */
  async execute(
    { orgId, name, portal }: OpenPortal,
    address: string,
    returnUrl: string | undefined,
    now: Millis = Date.now()
  ): Promise<StartedChallenge> {
    const page = await findReturnPage(db.connection(), orgId, portal, returnUrl)
    const email = plainEmail(address)
    const start = claimedAttempt('endUserMail', `${orgId} ${email}`, (inTime) =>
      transaction(async (trx) => {
        const claimant = await findClaimant(trx, orgId, email)
        const welcome = whoProved(claimant, portal.registration) !== null
        const compose = ({ code, token }: MailedSecrets) =>
          endUserCodeMail(name, code, withToken(page, token))
        const challenge = { orgId, purpose: 'sign_in', email, endUserId: null, page } as const
        return this.startChallenge.mailed(trx, challenge, welcome && inTime ? compose : null, now)
      })
    )
    const [started] = await Promise.all([start, pause(EVEN_TIME)])
    return started
  }
}
