import { quotedName } from '#kernel/text/name'

/**
 * The mails of the service, in plain text: the subject, what to do, and what to do if it was not you. They link to a
 * page of the console; users without a console find a command to paste.
 */
export type MailText = { subject: string; text: string }

/** The URLs in mails to users: of the service, and of its console. */
export type Places = { service: string; console: string }

/** A call as a shell command. Its values come only from the service (tokens and paths), never from user input. */
function command(url: string, body: string, bearer = false): string {
  const headers = bearer ? [`-H 'authorization: Bearer YOUR ACCESS TOKEN'`] : []
  return ['curl', url, ...headers, `-H 'content-type: application/json'`, `-d '${body}'`].join(' \\\n    ')
}

export function verifyEmailMail({ service, console }: Places, token: string): MailText {
  return {
    subject: 'Confirm your email address',
    text: `Welcome to Latchkey.

Confirm that this is your address. Open this:

  ${console}/verify-email?token=${token}

Without a browser, paste this into a terminal:

  ${command(`${service}/v1/auth/verify-email`, `{"token":"${token}"}`)}

Token: ${token}

It works once, within 7 days. If you did not sign up, ignore this mail.
`,
  }
}

export function resetPasswordMail({ service, console }: Places, token: string): MailText {
  return {
    subject: 'Choose a new password',
    text: `Somebody asked for a new password for your Latchkey account.

Choose one here:

  ${console}/reset-password?token=${token}

Without a browser, put it in the place of NEW PASSWORD, and paste this into a terminal:

  ${command(`${service}/v1/auth/reset-password`, `{"token":"${token}","password":"NEW PASSWORD"}`)}

Token: ${token}

It works once, within an hour. If it was not you, ignore this mail: your password stays as it is.
`,
  }
}

export function passwordChangedMail(): MailText {
  return {
    subject: 'Your password was changed',
    text: `The password of your Latchkey account was changed, and all devices were signed out.

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

export function guessedPasswordMail(): MailText {
  return {
    subject: 'Somebody tries to guess your password',
    text: `There were many wrong passwords for your Latchkey account today, from one place or from several.

Your password still works; signing in takes a moment longer until tomorrow. A password that you use nowhere else, and
two-factor authentication, keep others out.
`,
  }
}

export function guessedCodeMail(): MailText {
  return {
    subject: 'Somebody may know your password',
    text: `There were too many wrong codes of the second factor for your Latchkey account, each after the right password.

If it was not you, choose a new password at once, with a reset by mail: somebody else knows it. That also lets you sign
in again at once. A backup code works meanwhile.
`,
  }
}

export function inviteMail(
  invite: { orgName: string; inviter: string; role: string },
  { service, console }: Places,
  token: string
): MailText {
  const org = quotedName(invite.orgName)
  return {
    subject: `A colleague invites you to ${org} on Latchkey`,
    text: `The Latchkey user with the address ${invite.inviter} invites you to join the org ${org} as ${invite.role}.

Open this, and sign in or sign up with this address:

  ${console}/invite?token=${token}

Without a browser:

1. Sign in with this address; if you have no account yet, sign up with it (POST ${service}/v1/auth/register).
2. Put the access token that you get in the place of YOUR ACCESS TOKEN, and paste this into a terminal:

  ${command(`${service}/v1/dashboard/invites/accept`, `{"token":"${token}"}`, true)}

Token: ${token}

The invite stands for 7 days. If you do not know who that is, ignore this mail: nothing happens.
`,
  }
}
