import { narrowed, someOf } from '#http/api/narrowed'
import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { EndUserTokensShape } from './doors_shape.js'
import { exchangeValidator } from './exchange_input.js'
import type ExchangesController from './exchanges_controller.js'
import { ProfileShape } from './profile_shape.js'

const { choice, flag, list, moment, nullable, object, text, uuid } = shape

const claim = object({
  licenseKey: text('The license key as it was sent.'),
  licenseId: nullable(uuid('The id of the license, if the end user owns it.')),
  code: nullable(
    choice(
      ['LICENSE_NOT_FOUND', 'LICENSE_NOT_OWNED', 'LICENSE_INACTIVE', 'CONFLICT'],
      'Why the key could not be redeemed.'
    )
  ),
})

const answer = (status: number) =>
  answers<ExchangesController['store']>(status)({
    endUser: ProfileShape,
    created: flag('Whether this call created the end user.'),
    tokens: object({
      ...EndUserTokensShape.properties,
      refreshToken: text('Works once, to get the next pair of tokens.'),
    }),
    claimed: list(claim, 'The result for each of the `licenseKeys`.'),
    portalLink: nullable(
      object(
        { url: text('The link, with the token in its fragment.'), expiresAt: moment() },
        'A one-time link.'
      )
    ),
  })

/** The exchange route in the API document. */
export const EXCHANGE_API = {
  'exchanges.store': {
    tag: 'End users',
    summary: 'Sign in an end user whom you vouch for',
    description:
      'For the server of a merchant whose own site has signed the person in. Finds the end user by `externalId`, then by an `email` that you have verified. If there is none, creates an end user (201). Fields that are sent replace the stored values, and omitted fields stay unchanged. The tokens give access only to the product of the API key.',
    body: narrowed(exchangeValidator, { allOf: [someOf('externalId', 'email')] }),
    fields: {
      externalId: 'Your id of the person; unique in the org.',
      email:
        'An address that is not verified finds no end user. It is not stored if another end user has it.',
      emailVerified: 'Whether you have verified that the address belongs to the person; false if omitted.',
      metadata: 'Any JSON object of up to 16 KiB. It replaces the stored one.',
      licenseKeys: 'License keys to redeem. A key that cannot be redeemed does not affect the others.',
      returnUrl:
        "Asks for a one-time link to this page. The page must be under one of the portal's `returnUrls` or at a host of the org.",
    },
    success: [answer(200), answer(201)],
    refuses: ['FORBIDDEN', 'CONFLICT', 'USER_BANNED'],
    example: { externalId: 'customer-17', email: 'jane@example.com', emailVerified: true },
  },
} satisfies Entries
