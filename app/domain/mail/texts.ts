/** The mails of the service. Plain words, one link each, and what to do if it was not you. */
export type MailText = { subject: string; text: string }

export function verifyEmailMail(link: string): MailText {
  return {
    subject: 'Confirm your email address',
    text: `Welcome to Latchkey.

Confirm that this is your address:

${link}

The link works for 7 days. If you did not sign up, ignore this mail.
`,
  }
}

export function resetPasswordMail(link: string): MailText {
  return {
    subject: 'Choose a new password',
    text: `Somebody asked for a new password for your Latchkey account.

Choose one here:

${link}

The link works once, within an hour. If it was not you, ignore this mail: your password stays as it is.
`,
  }
}

export function passwordChangedMail(): MailText {
  return {
    subject: 'Your password was changed',
    text: `The password of your Latchkey account was changed, and all other devices were signed out.

If it was not you, reset your password at once: somebody else knows it.
`,
  }
}

export function totpChangedMail(enabled: boolean): MailText {
  return {
    subject: `Two-factor authentication was turned ${enabled ? 'on' : 'off'}`,
    text: `Two-factor authentication was turned ${enabled ? 'on' : 'off'} for your Latchkey account.

If it was not you, reset your password at once: somebody else knows it.
`,
  }
}

export function inviteMail(orgName: string, inviter: string, role: string, link: string): MailText {
  return {
    subject: `${inviter} invites you to ${orgName}`,
    text: `${inviter} invites you to join ${orgName} on Latchkey as ${role}.

Sign in or sign up with this address, then accept here:

${link}

The invite stands for 7 days.
`,
  }
}
