import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { limitValidator } from '#http/page'
import { apiKeyValidator, bootstrapApiKeyValidator, rotationValidator } from './api_key_input.js'
import { ApiKeyShape, IssuedApiKeyShape } from './api_key_shape.js'
import type ApiKeysController from './api_keys_controller.js'
import { bootstrapProductValidator } from './bootstrap_input.js'
import type BootstrapsController from './bootstraps_controller.js'
import type IntrospectionsController from './introspections_controller.js'
import { ProductShape } from './product_shape.js'
import type ProductsController from './products_controller.js'
import { createProductValidator, patchProductValidator } from './products_input.js'

const { list, nextCursor, text, uuid } = shape

const PRODUCTS = { tag: 'Products' }
const API_KEYS = { tag: 'API keys' }
const BOOTSTRAP = { tag: 'Bootstrap' }

const productFields = {
  keyPrefix: 'The prefix of generated license keys; null for none.',
  policy: 'The fields of the policy that this product sets. The other fields have their default values.',
  features: 'The features that tiers and licenses of this product can have. The list replaces the old one.',
}
const keyFields = {
  expiresAt: 'A date, or a date and time with an offset. If empty or null, the key never expires.',
}

/** Products and API keys in the API document. */
export const CATALOG_API = {
  'products.index': {
    ...PRODUCTS,
    summary: 'List products',
    description: 'Oldest first.',
    query: limitValidator,
    success: answers<ProductsController['index']>()({
      products: list(ProductShape),
      nextCursor: nextCursor(),
    }),
  },
  'products.store': {
    ...PRODUCTS,
    summary: 'Create a product',
    body: createProductValidator,
    fields: productFields,
    success: answers<ProductsController['store']>(201)({ product: ProductShape }),
    refuses: ['LIMIT_REACHED'],
    example: { name: 'Photo Studio', policy: { hwidMode: 'limit', hwidLimit: 3 } },
  },
  'products.show': {
    ...PRODUCTS,
    summary: 'Read a product',
    success: answers<ProductsController['show']>()({ product: ProductShape }),
    refuses: ['PRODUCT_NOT_FOUND'],
  },
  'products.update': {
    ...PRODUCTS,
    summary: 'Change a product',
    description:
      'A new policy or list of features replaces the old one. To withdraw features that licenses have, set `confirm`. Without it, the answer is VALIDATION_ERROR, and the entry `affected` of its details contains the number of these licenses.',
    body: patchProductValidator,
    fields: {
      ...productFields,
      confirm: 'Confirms that features are withdrawn from licenses that have them.',
    },
    ifMatch: true,
    success: answers<ProductsController['update']>()({ product: ProductShape }),
    refuses: ['PRODUCT_NOT_FOUND', 'CONFLICT'],
    example: { policy: { maxConcurrentSessions: 2, onSessionLimit: 'evict_oldest' } },
  },
  'products.destroy': {
    ...PRODUCTS,
    summary: 'Delete a product',
    description: 'Only a product without licenses can be deleted.',
    success: answers<ProductsController['destroy']>()({ id: uuid() }),
    refuses: ['PRODUCT_NOT_FOUND', 'CONFLICT'],
  },
  'api_keys.index': {
    ...API_KEYS,
    summary: 'List API keys',
    description: 'Oldest first, including revoked keys.',
    query: limitValidator,
    success: answers<ApiKeysController['index']>()({
      apiKeys: list(ApiKeyShape),
      nextCursor: nextCursor(),
    }),
  },
  'api_keys.store': {
    ...API_KEYS,
    summary: 'Issue an API key',
    description: 'Only this answer contains the key and its signing secret, so store them.',
    body: apiKeyValidator,
    fields: keyFields,
    success: answers<ApiKeysController['store']>(201)({ apiKey: IssuedApiKeyShape }),
    refuses: ['BAD_REQUEST', 'LIMIT_REACHED'],
    example: { name: 'Shop server', permissions: ['license:read', 'license:create'] },
  },
  'api_keys.rotate': {
    ...API_KEYS,
    summary: 'Rotate an API key',
    description: 'Replaces the key and its signing secret. The id and the expiry stay the same.',
    body: rotationValidator,
    fields: {
      gracePeriodSeconds:
        'Seconds for which the old key and its secret still work, at most 7 days; 0 if omitted.',
    },
    success: answers<ApiKeysController['rotate']>()({ apiKey: IssuedApiKeyShape }),
    refuses: ['NOT_FOUND', 'CONFLICT'],
    example: { gracePeriodSeconds: 3600 },
  },
  'api_keys.destroy': {
    ...API_KEYS,
    summary: 'Revoke an API key',
    success: answers<ApiKeysController['destroy']>()({ id: uuid() }),
    refuses: ['NOT_FOUND'],
  },
  'introspections.show': {
    ...API_KEYS,
    summary: 'Read the API key of the call and its permissions',
    success: answers<IntrospectionsController['show']>()({
      apiKeyId: uuid(),
      productId: uuid(),
      orgId: uuid(),
      permissions: list(text()),
    }),
  },
  'bootstraps.product': {
    ...BOOTSTRAP,
    summary: 'Create the first product',
    body: bootstrapProductValidator,
    fields: { orgId: 'The org of the product; the bootstrap org if omitted.', policy: productFields.policy },
    success: answers<BootstrapsController['product']>(201)({ product: ProductShape }),
    refuses: ['ORG_NOT_FOUND', 'LIMIT_REACHED'],
    example: { name: 'Photo Studio' },
  },
  'bootstraps.api_key': {
    ...BOOTSTRAP,
    summary: 'Issue the first API key',
    body: bootstrapApiKeyValidator,
    fields: keyFields,
    success: answers<BootstrapsController['apiKey']>(201)({ apiKey: IssuedApiKeyShape }),
    refuses: ['PRODUCT_NOT_FOUND', 'BAD_REQUEST', 'LIMIT_REACHED'],
  },
} satisfies Entries
