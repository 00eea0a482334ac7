import { narrowed, someOf } from '#http/api/narrowed'
import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { EndUserTokensShape } from './doors_shape.js'
import { exchangeValidator } from './exchange_input.js'
import type ExchangesController from './exchanges_controller.js'
import { ProfileShape } from './profile_shape.js'

const { choice, flag, list, moment, nullable, object, text, uuid } = shape

const claim = object({
  licenseKey: text('As it was sent.'),
  licenseId: nullable(uuid('The license, if it is theirs.')),
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
    created: flag('Whether this made the end user.'),
    tokens: object({ ...EndUserTokensShape.properties, refreshToken: text('Good once, for the next pair.') }),
    claimed: list(claim, 'What became of each of the `licenseKeys`.'),
    portalLink: nullable(
      object({ url: text('The token is in its fragment.'), expiresAt: moment() }, 'A one-time link.')
    ),
  })

/** The exchange route in the API document. */
export const EXCHANGE_API = {
  'exchanges.store': {
    tag: 'End users',
    summary: 'Sign an end user in whom you vouch for',
    description:
      'For the server of a merchant whose site has signed the person in. Finds the end user by `externalId`, else by an `email` that you have verified, else makes one (201). Fields that are sent replace, fields left out stay. The tokens open the product of the key alone.',
    body: narrowed(exchangeValidator, { allOf: [someOf('externalId', 'email')] }),
    fields: {
      externalId: 'Your own id of the person; unique in the org.',
      email: 'Unless it is verified, it finds nobody, and is not stored if another end user has it.',
      emailVerified: 'Whether you have proved that the address is theirs; false if left out.',
      metadata: 'Any JSON object of up to 16 KiB; replaces the one that was set.',
      licenseKeys: 'Keys to redeem; one that cannot be redeemed leaves the others alone.',
      returnUrl:
        "Asks for a one-time link to this page under one of the portal's `returnUrls` or at a host of the org.",
    },
    success: [answer(200), answer(201)],
    refuses: ['FORBIDDEN', 'CONFLICT', 'USER_BANNED'],
    example: { externalId: 'customer-17', email: 'jane@example.com', emailVerified: true },
  },
} satisfies Entries
