import vine from '@vinejs/vine'
import { EXPIRATION_MODES, LICENSE_STATUSES } from '#domain/license/license'
import { MAX_DAYS } from '#domain/license/terms'
import { MAX_HWID_RESETS } from '#domain/policy/policy'
import { nullableTimestamp, timestamp } from './timestamp.js'

const uuid = () => vine.string().toLowerCase().uuid()
const whole = () => vine.number({ strict: true }).withoutDecimals()
const reason = () => vine.string().maxLength(1000).nullable().optional()

/** What create and PATCH have in common; the rules of the mode and of the policy come after (contract 3). */
const licenseFields = {
  expirationMode: vine.enum(EXPIRATION_MODES).nullable().optional(),
  expiresAt: nullableTimestamp(),
  expiresAfterDays: whole().range([1, MAX_DAYS]).nullable().optional(),
  maxHwidResets: whole().range([0, MAX_HWID_RESETS]).nullable().optional(),
  policyOverride: vine.any().nullable().optional(),
  metadata: vine.any().nullable().optional(),
}

const newLicenseFields = {
  ...licenseFields,
  // The range and the key's form have codes of their own.
  count: whole().nullable().optional(),
  key: vine.string().nullable().optional(),
}

/** POST /v1/dashboard/orgs/:orgId/licenses (interface 4.2). */
export const createLicensesValidator = vine.create({ ...newLicenseFields, productId: uuid() })

/** POST /v1/products/:productId/licenses (interface 4.4): the product stands in the path. */
export const createProductLicensesValidator = vine.create(newLicenseFields)

/** PATCH of a license (interface 4.2). */
export const patchLicenseValidator = vine.create({
  ...licenseFields,
  frozen: vine.boolean({ strict: true }).optional(),
  reason: reason(),
  extendDays: whole().range([1, MAX_DAYS]).optional(),
})

/** The body of the status routes and the binding resets. */
export const reasonValidator = vine.create({ reason: reason() })

const filterFields = {
  productId: uuid().optional(),
  status: vine.enum(LICENSE_STATUSES).optional(),
  frozen: vine.boolean().optional(),
  search: vine.string().trim().maxLength(128).optional(),
  createdAfter: timestamp().optional(),
  createdBefore: timestamp().optional(),
  expiresBefore: timestamp().optional(),
}

/** The query of a license list (interface 4.2, contract 3, Lists). */
export const listLicensesValidator = vine.create({
  ...filterFields,
  page: vine.number().withoutDecimals().range([1, 1_000_000_000]).optional(),
  pageSize: vine.number().withoutDecimals().range([1, 200]).optional(),
  sort: vine.enum(['createdAt', '-createdAt'] as const).optional(),
})
