import type { Entries } from '#http/api/route_entry'
import { answers, answersWith, shape } from '#http/api/shapes'
import { oauthExchangeValidator, oauthStartValidator } from './auth_input.js'
import type OauthSignInsController from './oauth_sign_ins_controller.js'
import { said, withCookies } from './shared_api.js'
import { ChallengeShape, SignedInShape } from './user_shape.js'

const { either, text } = shape

const SIGN_IN = { tag: 'Sign-in' }

/** Sign-in with linked accounts in the API document. */
export const OAUTH_SIGN_INS_API = {
  'oauth_sign_ins.store': {
    ...SIGN_IN,
    summary: 'Start a sign-in with a linked account',
    description:
      'Send the browser to `redirectUrl` within 10 minutes. The browser returns to `redirectUri` with a `code` that is valid for one minute, or with an `error`: UNAUTHORIZED, or FORBIDDEN if no user has linked the identity. NOT_FOUND if the setting OAUTH_SIGN_IN is off.',
    body: oauthStartValidator,
    fields: {
      provider: 'The name of a provider from `GET /oauth/providers`.',
      redirectUri: 'An address under APP_URL, or under an origin of ALLOWED_ORIGINS.',
    },
    success: answers<OauthSignInsController['store']>()({ redirectUrl: text() }),
    refuses: ['NOT_FOUND', 'RATE_LIMITED', 'CONFIG_ERROR'],
  },
  'oauth_sign_ins.exchange': {
    ...SIGN_IN,
    summary: 'Finish a sign-in with a linked account',
    description: 'Exchanges the code for tokens. If the second factor is on, the answer is a challenge.',
    body: oauthExchangeValidator,
    fields: { useCookies: said.useCookies },
    success: withCookies(
      answersWith<OauthSignInsController['exchange']>()(either(SignedInShape, ChallengeShape))
    ),
    refuses: ['UNAUTHORIZED', 'FORBIDDEN'],
  },
} satisfies Entries
