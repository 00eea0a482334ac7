import type { Code } from '#kernel/refusals/codes'
import type { Entries } from '#http/api/route_entry'
import { answers, answersWith, shape } from '#http/api/shapes'
import {
  forgotPasswordValidator,
  loginValidator,
  refreshValidator,
  registerValidator,
  resetPasswordValidator,
  verifyEmailValidator,
  verifyLoginValidator,
} from './auth_input.js'
import type LoginsController from './logins_controller.js'
import type PasswordsController from './passwords_controller.js'
import type RegistrationsController from './registrations_controller.js'
import type SessionsController from './sessions_controller.js'
import { said, withCookies } from './shared_api.js'
import { ChallengeShape, givenTokens, SignedInShape, UserSummaryShape } from './user_shape.js'

const { either, flag, text } = shape

const SIGN_IN = { tag: 'Sign-in' }
const notSignedIn: Code[] = ['UNAUTHORIZED']

/** Sign-up and sign-in in the API document (interface#41-session-and-user, contract#accounts). */
export const SIGN_IN_API = {
  'registrations.store': {
    ...SIGN_IN,
    summary: 'Sign up',
    description:
      'Creates a user and a personal org, signs the user in, and mails a token that confirms the email address. FORBIDDEN if sign-up is closed, or if it requires an invite and the address has none.',
    body: registerValidator,
    fields: { useCookies: said.useCookies },
    success: withCookies(answersWith<RegistrationsController['store']>(201)(SignedInShape)),
    refuses: ['FORBIDDEN', 'CONFLICT'],
    example: { email: 'jane@example.com', password: 'seven green lamps', firstName: 'Jane' },
  },
  'registrations.verify': {
    ...SIGN_IN,
    summary: 'Confirm an email address',
    body: verifyEmailValidator,
    fields: { token: 'The token from the mail.' },
    success: answers<RegistrationsController['verify']>()({ user: UserSummaryShape }),
    refuses: notSignedIn,
  },
  'logins.store': {
    ...SIGN_IN,
    summary: 'Sign in',
    description:
      'If the second factor is on, the answer is a challenge instead of tokens. FORBIDDEN if the account is disabled.',
    body: loginValidator,
    fields: { useCookies: said.useCookies },
    success: withCookies(answersWith<LoginsController['store']>()(either(SignedInShape, ChallengeShape))),
    refuses: [...notSignedIn, 'FORBIDDEN'],
    example: { email: 'jane@example.com', password: 'seven green lamps' },
  },
  'logins.verify': {
    ...SIGN_IN,
    summary: 'Sign in with the second factor',
    body: verifyLoginValidator,
    fields: { ...said, challengeToken: 'The token from the answer to the login. It allows 5 attempts.' },
    success: withCookies(answersWith<LoginsController['verify']>()(SignedInShape)),
    refuses: notSignedIn,
  },
  'sessions.update': {
    ...SIGN_IN,
    summary: 'Renew the tokens',
    description:
      'A refresh token works once. A request with a used token ends the session, because two parties have the token.',
    body: refreshValidator,
    fields: {
      refreshToken:
        'Browsers omit this field, because the cookie contains the token. The answer then sets cookies, whatever `useCookies` says.',
      useCookies: said.useCookies,
    },
    success: withCookies(answers<SessionsController['update']>()(givenTokens)),
    refuses: [...notSignedIn, 'CSRF_BLOCKED'],
  },
  'sessions.destroy': {
    ...SIGN_IN,
    summary: 'Sign out',
    body: refreshValidator,
    fields: {
      refreshToken: 'Browsers omit this field, because the cookie contains the token.',
      useCookies: 'Has no effect.',
    },
    success: withCookies(
      answers<SessionsController['destroy']>()({ revoked: flag() }),
      'Deletes the cookies.'
    ),
    refuses: [...notSignedIn, 'CSRF_BLOCKED'],
  },
  'passwords.forgot': {
    ...SIGN_IN,
    summary: 'Ask for a password reset',
    description:
      'Mails a token that is valid for one hour. The answer does not reveal whether the address has an account.',
    body: forgotPasswordValidator,
    success: answers<PasswordsController['forgot']>()({ message: text() }),
  },
  'passwords.reset': {
    ...SIGN_IN,
    summary: 'Reset a password',
    description: 'Ends all sessions of the user.',
    body: resetPasswordValidator,
    fields: { token: 'The token from the mail.' },
    success: answers<PasswordsController['reset']>()({ reset: flag() }),
    refuses: notSignedIn,
  },
} satisfies Entries
