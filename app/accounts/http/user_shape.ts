import type { Static } from 'typebox'
import type { Challenge } from '#accounts/actions/start_challenge'
import type { LoginResult } from '#accounts/actions/sign_in'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toLinkedAccount, toSession, toUser } from './user_transformer.js'

const { exactly, flag, moment, named, nullable, object, optional, text, uuid } = shape

/** A user, as shown to that user (contract#profile). */
export const UserShape = named(
  'User',
  {
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
  },
  'A user, as shown to themselves.'
)
same<ReturnType<typeof toUser>, Static<typeof UserShape>>(true)

/** The user of an answer that signs in. */
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
same<LoginResult['tokens'], Static<typeof TokensShape>>(true)

/** The tokens of an answer, which browsers can have as cookies instead (contract#browser-sign-in). */
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
  { id: uuid(), createdAt: moment('When they signed in.'), expiresAt: moment() },
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
