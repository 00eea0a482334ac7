import { quotedName } from '#kernel/text/name'
import type { MailText } from './texts.js'

/** Mails to the OWNERs of an org about the org itself. */

export function domainLostMail(org: string, hostname: string): MailText {
  return {
    subject: `${hostname} is no longer verified for ${quotedName(org)}`,
    text: `The org ${quotedName(org)} has lost its domain ${hostname}. Either the DNS record that verified the domain no longer exists, or another org has verified the domain.

Pages and sign-ins that depend on this domain no longer work. If the domain is still yours, claim it again and set the new DNS record.
`,
  }
}

export function ssoBypassedMail(org: string, email: string): MailText {
  return {
    subject: `An OWNER signed in to ${quotedName(org)} without SSO`,
    text: `The org ${quotedName(org)} requires its members to sign in through SSO. The OWNER ${email} signed in with a password and the second factor instead. Only OWNERs can do this.

If this was not ${email}, reset the password of that account at once, and check the audit log of the org.
`,
  }
}

export function ssoCertificateMail(org: string, fingerprint: string, endsAt: string): MailText {
  return {
    subject: `An SSO certificate of ${quotedName(org)} expires soon`,
    text: `The identity provider of the org ${quotedName(org)} signs with a certificate that expires at ${endsAt}:

${fingerprint}

Ask the administrator of the provider for the next certificate. Add it to the SSO connection beside the old one before the provider changes, so that all members can still sign in. If the connection has a metadata URL, the service adds the certificate automatically as soon as the metadata contain both.
`,
  }
}
