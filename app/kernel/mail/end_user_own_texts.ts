import { quotedName } from '#kernel/text/name'
import type { MailText } from './texts.js'

/**
 * Mails about changes that end users make to their account; `sender` is the name that the merchant shows in the portal.
 */

/** Contains the code that proves a new address. */
export function endUserNewAddressMail(sender: string, code: string): MailText {
  const name = quotedName(sender)
  return {
    subject: `Your new address at ${name}`,
    text: `Someone, probably you, wants to use this address for an account at ${name}. If it was you, enter this code on the page that asks for it:

  ${code}

The code works once, within 10 minutes. If it was not you, ignore this mail: nothing happens.
`,
  }
}

/** Goes to the old address, once the new one is proved. */
export function endUserAddressChangedMail(sender: string): MailText {
  const name = quotedName(sender)
  return {
    subject: `Your address at ${name} was changed`,
    text: `The email address of your account at ${name} was changed. You can no longer sign in with this address.

If it was not you, tell ${name} at once: someone else has access to your account.
`,
  }
}

/** Goes out after an end user has set a password. */
export function endUserPasswordChangedMail(sender: string): MailText {
  const name = quotedName(sender)
  return {
    subject: `Your password at ${name} was changed`,
    text: `The password of your account at ${name} was changed, and all other devices were signed out.

If it was not you, sign in with a mailed code, set a new password, and sign out all devices.
`,
  }
}

/** Goes to the end user whose password somebody guesses at. */
export function endUserGuessedPasswordMail(sender: string): MailText {
  const name = quotedName(sender)
  return {
    subject: `Someone is trying to guess your password at ${name}`,
    text: `Someone entered many wrong passwords for your account at ${name} today, from one or several places.

Your password still works, but until tomorrow each sign-in with it takes a little longer. To protect your account, use a password
that you use nowhere else.
`,
  }
}
