import Type, { type Static } from 'typebox'
import type { Challenge } from '#accounts/actions/start_challenge'
import type { LoginResult } from '#accounts/actions/sign_in'
import { PLANS } from '#config/settings/plans'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toAdminUser, toLinkedAccount, toSession, toUser } from './user_transformer.js'

const { choice, exactly, flag, moment, named, nullable, object, optional, text, uuid, whole } = shape

const userFields = {
  id: uuid(),
  email: text(),
  emailVerified: flag(),
  platformAdmin: flag('Whether the user is a platform admin.'),
  firstName: nullable(text()),
  lastName: nullable(text()),
  newsletterSubscribed: flag(),
  totpEnabled: flag('Whether the second factor is on.'),
  activeOrgId: nullable(uuid('The org that the user chose last.')),
  createdAt: moment(),
}

/** A user, as shown to that user (contract#profile). */
export const UserShape = named('User', userFields, 'The signed-in user.')
same<ReturnType<typeof toUser>, Static<typeof UserShape>>(true)

/** A user as a platform admin sees them. */
export const AdminUserShape = named(
  'AdminUser',
  {
    ...userFields,
    plan: choice(PLANS),
    orgs: whole('The number of orgs that the user is a member of.'),
    disabled: flag(),
  },
  'A user, as shown to platform admins.'
)
same<ReturnType<typeof toAdminUser>, Static<typeof AdminUserShape>>(true)

/** The user in the answer to a sign-in. */
export const UserSummaryShape = named(
  'UserSummary',
  { id: uuid(), email: text(), emailVerified: flag() },
  'The user who signs in.'
)
same<LoginResult['user'], Static<typeof UserSummaryShape>>(true)

/** A pair of tokens (interface#24-tokens-and-sessions). */
const TokensShape = named(
  'Tokens',
  {
    accessToken: text('A JWT for `Authorization: Bearer`. It is valid for 15 minutes.'),
    refreshToken: text('Works once, to get the next pair of tokens.'),
  },
  'An access token and a refresh token.'
)
same<Omit<LoginResult['tokens'], 'endsAt'>, Static<typeof TokensShape>>(true)

/** The tokens in an answer; browsers can request them as cookies instead (contract#browser-sign-in). */
export const givenTokens = { tokens: optional(TokensShape) }

/** The result of a login. */
export const SignedInShape = object({ user: UserSummaryShape, ...givenTokens })

/** A login that still needs a code (interface#24-tokens-and-sessions). */
export const ChallengeShape = named(
  'TotpChallenge',
  {
    requires2FA: exactly(true),
    challengeToken: text('Send it with a code to `POST /v1/auth/totp/verify-login` within 5 minutes.'),
    user: object({ id: uuid(), email: text() }),
  },
  'The first step of the sign-in succeeded. The second factor is on, so a code is needed.'
)
same<Challenge, Static<typeof ChallengeShape>>(true)

/** A refresh session (interface#24-tokens-and-sessions). */
export const SessionShape = named(
  'UserSession',
  {
    id: uuid(),
    current: flag('Whether the access token of this call belongs to the session.'),
    userAgent: nullable(text('The program that started or last renewed the session.')),
    address: nullable(text('The IP address that started or last renewed the session.')),
    createdAt: moment('When the user signed in.'),
    lastUsedAt: moment(
      'When the session was started or last renewed. An open program renews it every few minutes.'
    ),
    expiresAt: moment(),
  },
  'A session that can still be renewed.'
)
same<ReturnType<typeof toSession>, Static<typeof SessionShape>>(true)

/** An identity at another provider (contract#oauth). */
export const LinkedAccountShape = named(
  'LinkedAccount',
  {
    provider: text(),
    email: nullable(text('The email address, if the provider has verified it.')),
    createdAt: moment(),
  },
  'An identity at a provider that is linked to a user.'
)
same<ReturnType<typeof toLinkedAccount>, Static<typeof LinkedAccountShape>>(true)

/** The preferences that a console stores for a user. */
export const PreferencesShape = Type.Unsafe<Record<string, unknown>>({
  $id: 'Preferences',
  type: 'object',
  additionalProperties: true,
  description: 'Any JSON object of up to 16 KiB, at most 8 levels deep.',
})
