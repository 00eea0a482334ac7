import { quotedName } from '#kernel/text/name'
import type { MailText } from './texts.js'

/** Tells an end user that the merchant has merged two accounts; `sender` is the name that the portal shows. */
export function accountsMergedMail(sender: string): MailText {
  const name = quotedName(sender)
  return {
    subject: `Your accounts at ${name} were joined`,
    text: `${name} has joined two of your accounts. Your licenses and tickets are all in one place now.

If these accounts are not both yours, answer to ${name} at once: somebody else may see your licenses.
`,
  }
}
