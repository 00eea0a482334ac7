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

To confirm that this is your address, open this link:

  ${console}/verify-email?token=${token}

Without a browser, paste this command into a terminal:

  ${command(`${service}/v1/auth/verify-email`, `{"token":"${token}"}`)}

Token: ${token}

The link works once, within 7 days. If you did not sign up, ignore this mail.
`,
  }
}

export function resetPasswordMail({ service, console }: Places, token: string): MailText {
  return {
    subject: 'Choose a new password',
    text: `Someone, probably you, asked to reset the password of your Latchkey account.

Choose a new password here:

  ${console}/reset-password?token=${token}

Without a browser, replace NEW PASSWORD with your new password, and paste this command into a terminal:

  ${command(`${service}/v1/auth/reset-password`, `{"token":"${token}","password":"NEW PASSWORD"}`)}

Token: ${token}

The link works once, within an hour. If it was not you, ignore this mail: your password does not change.
`,
  }
}

export function passwordChangedMail(): MailText {
  return {
    subject: 'Your password was changed',
    text: `The password of your Latchkey account was changed, and all devices were signed out.

If it was not you, reset your password at once: someone else knows it.
`,
  }
}

export function totpChangedMail(enabled: boolean): MailText {
  return {
    subject: `Two-factor authentication was turned ${enabled ? 'on' : 'off'}`,
    text: `Two-factor authentication was turned ${enabled ? 'on' : 'off'} for your Latchkey account.

If it was not you, reset your password at once: someone else knows it.
`,
  }
}

export function guessedPasswordMail(): MailText {
  return {
    subject: 'Someone is trying to guess your password',
    text: `Someone entered many wrong passwords for your Latchkey account today, from one or several places.

Your password still works, but until tomorrow each sign-in takes a little longer. To protect your account, use a password
that you use nowhere else, and turn on two-factor authentication.
`,
  }
}

export function guessedCodeMail(): MailText {
  return {
    subject: 'Someone may know your password',
    text: `Someone entered too many wrong second-factor codes for your Latchkey account, each after the correct password.

If it was not you, reset your password by mail at once: someone else knows it. After the reset you can also sign in
again immediately. Until then, you can sign in with a backup code.
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

Open this link, and sign in or sign up with this address:

  ${console}/invite?token=${token}

Without a browser:

1. Sign in with this address; if you have no account yet, sign up with it (POST ${service}/v1/auth/register).
2. Replace YOUR ACCESS TOKEN with the access token that you get, and paste this command into a terminal:

  ${command(`${service}/v1/dashboard/invites/accept`, `{"token":"${token}"}`, true)}

Token: ${token}

The invite is valid for 7 days. If you do not know this person, ignore this mail: nothing happens.
`,
  }
}
