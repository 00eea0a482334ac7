import { quotedName } from '#kernel/text/name'
import type { MailText } from './texts.js'

/** Tells an end user that the merchant has merged two accounts; `sender` is the name that the portal shows. */
export function accountsMergedMail(sender: string): MailText {
  const name = quotedName(sender)
  return {
    subject: `Your accounts at ${name} were merged`,
    text: `${name} has merged two of your accounts. All your licenses and tickets are now in one account.

If one of these accounts is not yours, contact ${name} at once: someone else may see your licenses.
`,
  }
}
