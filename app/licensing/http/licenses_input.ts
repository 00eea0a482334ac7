import vine from '@vinejs/vine'
import type { Included } from '#licensing/queries/list_licenses'
import { MAX_COUNT } from '#licensing/actions/create_licenses'
import { EXPIRATION_MODES } from '#licensing/rules/license'
import { MAX_DAYS } from '#licensing/rules/terms'
import { invalidField } from '#kernel/refusals/refusal'
import { CUSTOM_KEY } from '#catalog/rules/key'
import { MAX_HWID_RESETS } from '#catalog/rules/policy'
import { documented } from '#http/documented'
import { nullableMoment, reason, uuid, whole, wholeParameter } from '#http/fields'
import { updateRightsFields } from './update_rights_input.js'
import { queryFilter } from './license_filter_input.js'
import { cursorField } from '#http/page'
import { strict, strictPatch, strictQuery } from '#http/strict'

/**
 * The fields that create and PATCH share. The rules of the mode and of the policy are checked later
 * (contract#expiration-modes, contract#policy).
 */
const licenseFields = {
  expirationMode: vine.enum(EXPIRATION_MODES).nullable().optional(),
  expiresAt: nullableMoment(),
  expiresAfterDays: whole().range([1, MAX_DAYS]).nullable().optional(),
  maxHwidResets: whole().range([0, MAX_HWID_RESETS]).nullable().optional(),
  policyOverride: vine
    .any()
    .use(documented({ $ref: 'PartialPolicy' }))
    .nullable()
    .optional(),
  metadata: vine
    .any()
    .use(documented({ $ref: 'Metadata' }))
    .nullable()
    .optional(),
  tierId: uuid().nullable().optional(),
  features: vine
    .any()
    .use(documented({ $ref: 'Features' }))
    .nullable()
    .optional(),
  ...updateRightsFields(),
}

const newLicenseFields = {
  ...licenseFields,
  // CreateLicenses checks the range of `count` (BAD_REQUEST) and the form of `key` (VALIDATION_ERROR).
  count: whole()
    .use(documented({ minimum: 1, maximum: MAX_COUNT, default: 1 }))
    .nullable()
    .optional(),
  key: vine
    .string()
    .use(documented({ pattern: CUSTOM_KEY.source }))
    .nullable()
    .optional(),
}

/** POST of licenses of an org; read the body with `newLicensesBody`. */
export const orgLicensesValidator = strict({ ...newLicenseFields, productId: uuid() })
/** The same for a path that names the product. */
export const productLicensesValidator = strict({ ...newLicenseFields, productId: uuid().optional() })

/**
 * Validates the body of new licenses (interface#creating-licenses). If the path names their product
 * (interface#44-licenses-api-key-path), the body can only repeat it.
 * @throws VALIDATION_ERROR
 */
export async function newLicensesBody(body: unknown, productId: string | null) {
  if (productId === null) return orgLicensesValidator.validate(body)
  const asked = await productLicensesValidator.validate(body)
  if (asked.productId && asked.productId !== productId) {
    throw invalidField('productId', 'productId differs from the one in the path: omit it')
  }
  return { ...asked, productId }
}

/** PATCH of a license (interface#changing-a-license). A license always has a mode, so null cannot clear it. */
export const patchLicenseValidator = strictPatch({
  ...licenseFields,
  expirationMode: vine.enum(EXPIRATION_MODES).optional(),
  frozen: vine.boolean({ strict: true }).optional(),
  reason: reason(),
  extendDays: whole().range([1, MAX_DAYS]).optional(),
})

/** The body of the status routes and the binding resets. */
export const reasonValidator = strict({ reason: reason() })

/** The optional parts of a list, by the value of `include` (contract/01-changes#reads-for-a-console). */
export const INCLUDED = {
  clock: ['clock'],
  endUser: ['endUser'],
  'clock,endUser': ['clock', 'endUser'],
  'endUser,clock': ['clock', 'endUser'],
} as const satisfies Record<string, readonly Included[]>

const included = () => vine.enum(Object.keys(INCLUDED) as (keyof typeof INCLUDED)[]).optional()

/** The query of one license, which has its clock without being asked. Other parameters are ignored. */
export const licenseQueryValidator = vine.create({ include: included() })

/** The query of a license list (interface#listing-licenses, contract#license-lists). */
export const listLicensesValidator = strictQuery({
  ...queryFilter(),
  page: wholeParameter().range([1, 1_000_000_000]).optional(),
  pageSize: wholeParameter().range([1, 200]).optional(),
  sort: vine.enum(['createdAt', '-createdAt'] as const).optional(),
  include: included(),
  cursor: cursorField(),
})
