import { quotedName } from '#kernel/text/name'
import type { MailText } from './texts.js'

/** The code that confirms an erasure; `sender` is the name that the portal shows. */
export function erasureCodeMail(sender: string, code: string): MailText {
  const name = quotedName(sender)
  return {
    subject: `Erase your account at ${name}`,
    text: `Someone, probably you, wants to erase your account at ${name}. If it was you, enter this code on the page that asks for it:

  ${code}

The code works once, within 10 minutes. The account is erased 7 days after you confirm. Until then you can cancel the erasure in the portal.

If it was not you, ignore this mail and sign out all of your devices: someone else can use your account.
`,
  }
}
