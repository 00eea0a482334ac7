import type { MailText } from '#kernel/mail/texts'
import { mayAttempt } from '#kernel/limits/attempt_limits'
import { recordMail } from '#kernel/mail/mails'
import { transaction } from '#kernel/database/unit_of_work'

/** Warns a user by mail about attempts to get into the account, at most once a day for each `about`. */
export default class WarnUser {
  async execute(user: { id: string; email: string }, about: string, mail: MailText, now = Date.now()) {
    if (!(await mayAttempt('alarm', `${about} ${user.id}`))) return
    await transaction((trx) => recordMail(trx, { to: user.email, ...mail }, now))
  }
}
