import { quotedName } from '#kernel/text/name'
import type { MailText } from './texts.js'

const STAYS = 'You sign in to it with this email address, as before.'
const GONE = 'You can no longer sign in to it with this email address: use that of the other account'

/**
 * Tells an end user that the merchant has merged two accounts; `sender` is the name that the portal shows. `stays` means
 * that the account still has the address that the mail goes to.
 */
export function accountsMergedMail(sender: string, stays: boolean): MailText {
  const name = quotedName(sender)
  return {
    subject: `Your accounts at ${name} were merged`,
    text: `${name} has merged two of your accounts. All your licenses and tickets are now in one account.

${stays ? STAYS : `${GONE}, or ask ${name}.`}

If one of these accounts is not yours, contact ${name} at once: someone else may see your licenses.
`,
  }
}
