import { quotedName } from '#kernel/text/name'
import type { MailText } from './texts.js'

/** Mails from a merchant to end users; `sender` is the name that the merchant shows in the portal. */

/** An invite: a link, and its token for portals that take the token in another way. */
export function endUserInviteMail(sender: string, token: string, link: string): MailText {
  const name = quotedName(sender)
  return {
    subject: `${name} invites you`,
    text: `${name} invites you to its portal, where you can see your licenses.

Open this link:

  ${link}

Token: ${token}

The invite works once, within 7 days. If you do not know ${name}, ignore this mail: nothing happens.
`,
  }
}

/** A notice that the merchant created a one-time link. It does not contain the link. */
export function portalLinkMail(sender: string): MailText {
  const name = quotedName(sender)
  return {
    subject: `A sign-in link for your account at ${name}`,
    text: `${name} created a link that signs in to your account once, within 15 minutes.

If you have just opened the portal from a page of ${name}, you can ignore this mail. If not, ask ${name} about the link.
`,
  }
}
