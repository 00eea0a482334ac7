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
  platformAdmin: flag('Whether the queue board lets them in.'),
  firstName: nullable(text()),
  lastName: nullable(text()),
  newsletterSubscribed: flag(),
  totpEnabled: flag('Whether the second factor is on.'),
  activeOrgId: nullable(uuid('The org that they chose last.')),
  createdAt: moment(),
}

/** A user, as shown to that user (contract#profile). */
export const UserShape = named('User', userFields, 'A user, as shown to themselves.')
same<ReturnType<typeof toUser>, Static<typeof UserShape>>(true)

/** A user as a platform admin sees them. */
export const AdminUserShape = named(
  'AdminUser',
  { ...userFields, plan: choice(PLANS), orgs: whole('How many they are a member of.'), disabled: flag() },
  'A user as platform admins see them.'
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
    accessToken: text('A JWT for `Authorization: Bearer`; it lives 15 minutes.'),
    refreshToken: text('Good once, for the next pair.'),
  },
  'Access and refresh token.'
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
    challengeToken: text('Give it with a code to `POST /v1/auth/totp/verify-login` within 5 minutes.'),
    user: object({ id: uuid(), email: text() }),
  },
  'The password was right, and the second factor is on.'
)
same<Challenge, Static<typeof ChallengeShape>>(true)

/** A refresh session (interface#24-tokens-and-sessions). */
export const SessionShape = named(
  'UserSession',
  {
    id: uuid(),
    current: flag('Whether the access token of this very call belongs to it.'),
    userAgent: nullable(text('The program that it was begun or renewed with.')),
    address: nullable(text('Where it was begun or renewed from.')),
    createdAt: moment('When they signed in.'),
    lastUsedAt: moment(
      'When it began or was renewed last; a program that is open renews it every few minutes.'
    ),
    expiresAt: moment(),
  },
  'A sign-in that can still be renewed.'
)
same<ReturnType<typeof toSession>, Static<typeof SessionShape>>(true)

/** An identity at another provider (contract#oauth). */
export const LinkedAccountShape = named(
  'LinkedAccount',
  {
    provider: text(),
    email: nullable(text('Only one that the provider has verified.')),
    createdAt: moment(),
  },
  'An identity at a provider.'
)
same<ReturnType<typeof toLinkedAccount>, Static<typeof LinkedAccountShape>>(true)

/** The preferences that a console stores for a user. */
export const PreferencesShape = Type.Unsafe<Record<string, unknown>>({
  $id: 'Preferences',
  type: 'object',
  additionalProperties: true,
  description: 'Any JSON object of up to 16 KiB, at most 8 levels deep.',
})
