import { quotedName } from '#kernel/text/name'
import type { MailText } from './texts.js'

/** Mails to the OWNERs of an org about the org itself. */

export function domainLostMail(org: string, hostname: string): MailText {
  return {
    subject: `${hostname} is no longer verified for ${quotedName(org)}`,
    text: `The DNS record that proved ${hostname} to belong to the org ${quotedName(org)} is gone, or another org has proved that the name is theirs now.

Pages and sign-ins that depend on this domain have stopped. If it is still yours, claim it again and set the new record.
`,
  }
}

export function ssoBypassedMail(org: string, email: string): MailText {
  return {
    subject: `Somebody came into ${quotedName(org)} without SSO`,
    text: `The org ${quotedName(org)} asks its members to sign in through SSO. The OWNER ${email} came in with a password and the second factor instead, which OWNERs may do.

If that was not ${email}, reset the password of that account at once, and look at the audit log of the org.
`,
  }
}

export function ssoCertificateMail(org: string, fingerprint: string, endsAt: string): MailText {
  return {
    subject: `A certificate of the SSO of ${quotedName(org)} ends soon`,
    text: `The certificate with which the identity provider of the org ${quotedName(org)} signs ends at ${endsAt}:

${fingerprint}

Ask whoever runs the provider for the next one. Save both beside each other before the provider changes, so that nobody is locked out; where the connection has the address of the metadata, that happens by itself once they hold both.
`,
  }
}
