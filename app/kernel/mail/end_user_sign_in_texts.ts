import { quotedName } from '#kernel/text/name'
import type { MailText } from './texts.js'

/** Mails for the sign-in of end users; `sender` is the name that the merchant shows in the portal. */

/** Contains the code to type and the link to open instead. */
export function endUserCodeMail(sender: string, code: string, link: string): MailText {
  const name = quotedName(sender)
  return {
    subject: `Sign in to ${name}`,
    text: `Someone, probably you, wants to sign in to ${name} with this address. If it was you, enter this code on the page that asks for it:

  ${code}

Or open this link:

  ${link}

You can use the code or the link once, within 10 minutes. If it was not you, ignore this mail: nothing happens.
`,
  }
}

/** Goes out after an end user accepted an invite with a new password that replaced an old one. */
export function endUserPasswordReplacedMail(sender: string): MailText {
  const name = quotedName(sender)
  return {
    subject: `Your password at ${name} was changed`,
    text: `The password of your account at ${name} was changed, and all devices were signed out.

If it was not you, sign in with a mailed code and set a new password: someone else can read your mail.
`,
  }
}
