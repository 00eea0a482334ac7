import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import { PortalShape } from './portal_shape.js'
import { ProfileShape } from './profile_shape.js'
import type { toPublicPortal } from './public_portal_transformer.js'
import type { signedIn } from './signed_in.js'

const { flag, moment, named, nullable, object, optional, text, uuid } = shape
const { branding, signIn, registration, tickets, downloads, erasure } = PortalShape.properties

/** The tokens that every door returns. With `useCookies`, the refresh token is in a cookie instead. */
export const EndUserTokensShape = named(
  'EndUserTokens',
  {
    accessToken: text('A JWT for `Authorization: Bearer`. It is valid for 15 minutes.'),
    refreshToken: optional(
      text(
        'Works once, to get the next pair of tokens. With `useCookies`, it is in a cookie and not in the body.'
      )
    ),
  },
  'An access token and a refresh token of an end user.'
)

/** The response of every door (contract/09-end-users#92-getting-in). */
export const EndUserSignedInShape = object({
  endUser: nullable(ProfileShape),
  tokens: EndUserTokensShape,
  created: flag('Whether this call created the end user.'),
})
same<ReturnType<typeof signedIn>['data'], Static<typeof EndUserSignedInShape>>(true)

/** The fields of a started challenge. The token is sent together with the mailed code. */
export const startedChallenge = {
  challengeToken: text('Send it with the code from the mail.'),
  expiresAt: moment(),
}

/** A portal before sign-in. */
export const PublicPortalShape = named(
  'PublicPortal',
  {
    ...{ orgId: uuid(), name: text(), url: text("The portal's page at the service.") },
    ...{ branding, signIn, registration, tickets, downloads, erasure },
  },
  'A portal, as shown before sign-in.'
)
same<ReturnType<typeof toPublicPortal>, Static<typeof PublicPortalShape>>(true)
