import { inject } from '@adonisjs/core'
import FindOpenPortal from '#end_users/queries/find_open_portal'
import { transaction } from '#kernel/database/unit_of_work'
import { claimedAttempt } from '#kernel/limits/attempt_limits'
import { endUserNewAddressMail } from '#kernel/mail/end_user_own_texts'
import type { Millis } from '#kernel/time/millis'
import { plainEmail } from '#kernel/text/email'
import StartEndUserChallenge, {
  type MailedSecrets,
  type StartedChallenge,
} from './start_end_user_challenge.js'

/**
 * POST /v1/enduser/me/email: mails a code to the new address of an end user, at most once a minute. The end user's row
 * does not change before the code is confirmed. The response is the same if another end user has the address
 * (contract/09-end-users#98-abuse).
 */
@inject()
export default class AskForNewAddress {
  constructor(
    protected startChallenge: StartEndUserChallenge,
    protected portals: FindOpenPortal
  ) {}

  async execute(
    orgId: string,
    endUserId: string,
    address: string,
    now: Millis = Date.now()
  ): Promise<StartedChallenge> {
    const email = plainEmail(address)
    const { name } = (await this.portals.ofOrg(orgId))!
    const compose = ({ code }: MailedSecrets) => endUserNewAddressMail(name, code)
    const challenge = { orgId, purpose: 'email', email, endUserId, page: null } as const
    return claimedAttempt('endUserMail', `${orgId} ${email}`, (inTime) =>
      transaction((trx) => this.startChallenge.mailed(trx, challenge, inTime ? compose : null, now))
    )
  }
}
