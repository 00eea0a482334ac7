import { quotedName } from '#kernel/text/name'
import type { MailText } from './texts.js'

/** The code that confirms an erasure; `sender` is the name that the portal shows. */
export function erasureCodeMail(sender: string, code: string): MailText {
  const name = quotedName(sender)
  return {
    subject: `Erase your account at ${name}`,
    text: `Somebody, probably you, wants to erase your account at ${name}. Type this code where you are asked for it:

  ${code}

It works once, within 10 minutes. The account is erased 7 days later, and until then you can call it off in the portal.

If it was not you, ignore this mail and sign out all of your devices: somebody else can use your account.
`,
  }
}
