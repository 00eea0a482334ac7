import type { Static } from 'typebox'
import { PERMISSIONS } from '#catalog/rules/permissions'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toApiKey, toIssuedApiKey } from './api_key_transformer.js'

const { choice, list, moment, named, nullable, text, uuid } = shape

const times = { expiresAt: nullable(moment()), createdAt: moment() }
const last4 = text('The last four characters of the key.')

/** An API key in lists (interface#25-api-key). */
export const ApiKeyShape = named(
  'ApiKey',
  {
    id: uuid(),
    name: text(),
    permissions: list(text()),
    last4,
    ...times,
    lastUsedAt: nullable(moment()),
    revokedAt: nullable(moment()),
  },
  'A credential of a product, without its secrets.'
)
same<ReturnType<typeof toApiKey>, Static<typeof ApiKeyShape>>(true)

/** A key with its secrets. Only the answers that issue or rotate a key contain them. */
export const IssuedApiKeyShape = named(
  'IssuedApiKey',
  {
    id: uuid(),
    productId: uuid(),
    name: text(),
    permissions: list(choice(PERMISSIONS)),
    last4,
    ...times,
    key: text('The key. Only this answer contains it, so store it.'),
    signingSecret: text('The secret that signs calls. Only this answer contains it, so store it.'),
  },
  'A key that was just issued or rotated.'
)
same<ReturnType<typeof toIssuedApiKey>, Static<typeof IssuedApiKeyShape>>(true)
