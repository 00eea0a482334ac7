/**
 * The mails of the service: plain words, what to send where, and what to do if it was not you. `url` is the
 * address of the route that takes the token.
 */
export type MailText = { subject: string; text: string }

export function verifyEmailMail(url: string, token: string): MailText {
  return {
    subject: 'Confirm your email address',
    text: `Welcome to Latchkey.

Confirm that this is your address: send this token to POST ${url}

Token: ${token}

It works for 7 days. If you did not sign up, ignore this mail.
`,
  }
}

export function resetPasswordMail(url: string, token: string): MailText {
  return {
    subject: 'Choose a new password',
    text: `Somebody asked for a new password for your Latchkey account.

Choose one: send this token and your new password to POST ${url}

Token: ${token}

It works once, within an hour. If it was not you, ignore this mail: your password stays as it is.
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

export function inviteMail(
  invite: { orgName: string; inviter: string; role: string },
  url: string,
  token: string
): MailText {
  return {
    subject: `${invite.inviter} invites you to ${invite.orgName}`,
    text: `${invite.inviter} invites you to join ${invite.orgName} on Latchkey as ${invite.role}.

Sign in or sign up with this address, then send this token to POST ${url}

Token: ${token}

The invite stands for 7 days.
`,
  }
}
