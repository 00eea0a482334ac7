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
    summary: 'Begin a sign-in by a linked account',
    description:
      'Send the browser to `redirectUrl` within 10 minutes. It comes back to `redirectUri` with a `code` that is good for a minute, or with `error`: UNAUTHORIZED, or FORBIDDEN for an identity that nobody has linked. NOT_FOUND unless OAUTH_SIGN_IN is on.',
    body: oauthStartValidator,
    fields: {
      provider: 'The name of a provider from `GET /oauth/providers`.',
      redirectUri: 'Under APP_URL, or an origin of ALLOWED_ORIGINS.',
    },
    success: answers<OauthSignInsController['store']>()({ redirectUrl: text() }),
    refuses: ['NOT_FOUND', 'RATE_LIMITED', 'CONFIG_ERROR'],
  },
  'oauth_sign_ins.exchange': {
    ...SIGN_IN,
    summary: 'End a sign-in by a linked account',
    description: 'Trades the code in. With the second factor on, the answer is a challenge.',
    body: oauthExchangeValidator,
    fields: { useCookies: said.useCookies },
    success: withCookies(
      answersWith<OauthSignInsController['exchange']>()(either(SignedInShape, ChallengeShape))
    ),
    refuses: ['UNAUTHORIZED', 'FORBIDDEN'],
  },
} satisfies Entries
