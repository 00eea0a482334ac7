import vine from '@vinejs/vine'
import { personName } from '#accounts/http/auth_input'
import { documented } from '#http/documented'
import { httpsAddress, nullableMoment, uuid, whole } from '#http/fields'
import { strict, strictPatch } from '#http/strict'
import { MAX_HWID_RESETS } from '#catalog/rules/policy'
import { EXPIRATION_MODES } from '#licensing/rules/license'
import { MAX_DAYS } from '#licensing/rules/terms'
import { FULFILMENTS, LISTING_BOUNDS, LISTING_KINDS, ON_END, RENEW_FROM } from '#storefront/rules/listing'
import { currency } from './storefront_input.js'

const { amount, extendDays, graceDays, pieces, ref, refs, tiers, checkoutUrl, description } = LISTING_BOUNDS

const many = (most: number) => whole().range([1, most]).nullable().optional()
const anyOf = (name: string) =>
  vine
    .any()
    .use(documented({ $ref: name }))
    .nullable()
    .optional()

/** The fields that a merchant can set when creating a listing and change later. */
const fields = {
  description: vine.string().maxLength(description).nullable().optional(),
  position: whole().range([0, pieces]).optional(),
  price: vine
    .object({ amount: whole().range([1, amount]), currency: currency() })
    .nullable()
    .optional(),
  fulfilment: vine.enum(FULFILMENTS).optional(),
  terms: vine
    .object({
      expirationMode: vine.enum(EXPIRATION_MODES).nullable().optional(),
      expiresAt: nullableMoment(),
      expiresAfterDays: whole().range([1, MAX_DAYS]).nullable().optional(),
      maxHwidResets: whole().range([0, MAX_HWID_RESETS]).nullable().optional(),
    })
    .nullable()
    .optional(),
  tierId: uuid().nullable().optional(),
  policyOverride: anyOf('PartialPolicy'),
  metadata: anyOf('Metadata'),
  extendDays: many(extendDays),
  renewFrom: vine.enum(RENEW_FROM).optional(),
  graceDays: whole().range([0, graceDays]).optional(),
  onEnd: vine.enum(ON_END).optional(),
  toTierId: uuid().nullable().optional(),
  fromTierIds: vine.array(uuid()).minLength(1).maxLength(tiers).nullable().optional(),
  grant: vine
    .object({
      hwidLimit: whole().range([1, 100_000]).optional(),
      maxConcurrentSessions: whole().range([1, pieces]).optional(),
      maxHwidResets: whole().range([1, MAX_HWID_RESETS]).optional(),
    })
    .nullable()
    .optional(),
  perCustomer: many(pieces),
  stock: whole().range([0, pieces]).nullable().optional(),
  providerRefs: vine
    .array(vine.object({ processorId: uuid(), ref: vine.string().minLength(1).maxLength(ref) }))
    .maxLength(refs)
    .optional(),
  checkoutUrl: httpsAddress(checkoutUrl).nullable().optional(),
}

const name = () => personName(LISTING_BOUNDS.name).minLength(1)

/** The body for a new listing (contract/10-storefront#103-listings). */
export const newListingValidator = strict({
  productId: uuid(),
  name: name(),
  kind: vine.enum(LISTING_KINDS),
  ...fields,
})

/** The body for a change of a listing. */
export const listingPatchValidator = strictPatch({ name: name().optional(), ...fields })
