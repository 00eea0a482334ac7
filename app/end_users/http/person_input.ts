import vine from '@vinejs/vine'
import { emailAddress, personName } from '#accounts/http/auth_input'
import { documented } from '#http/documented'
import { flag, reason, uuid } from '#http/fields'
import { cursorField, limitField } from '#http/page'
import { strict, strictPatch, strictQuery } from '#http/strict'
import { metadataProblems } from '#kernel/json/metadata'

const EXTERNAL_ID_LENGTH = 255
const USERNAME_LENGTH = 100

/** The metadata that a merchant stores with a record. */
const isMetadata = vine.createRule((value, _options, field) => {
  for (const { message } of metadataProblems(value)) field.report(message, 'metadata', field)
})

const name = () => personName().nullable().optional()

/** The locale of a person, such as `de` or `pt-BR` (BCP 47). */
export const locale = () =>
  vine
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/)
    .nullable()
    .optional()

/** The name of a person in a program. */
export const username = () =>
  vine.string().trim().minLength(1).maxLength(USERNAME_LENGTH).nullable().optional()

/** The merchant's own id of a person. */
export const externalId = () => vine.string().trim().minLength(1).maxLength(EXTERNAL_ID_LENGTH)

/** The fields about a person except for `email`, `externalId` and `marketingConsent`. */
export const aboutPerson = {
  username: username(),
  firstName: name(),
  lastName: name(),
  locale: locale(),
  metadata: vine
    .any()
    .use(isMetadata())
    .use(documented({ $ref: 'Metadata' }))
    .optional(),
}

const person = {
  ...aboutPerson,
  email: emailAddress().nullable().optional(),
  externalId: externalId().nullable().optional(),
  marketingConsent: vine.boolean({ strict: true }).optional(),
}

/** A new end user. */
export const personValidator = strict(person)

/** Changes to an end user. */
export const personPatchValidator = strictPatch(person)

/** The query of the list of end users. */
export const endUserListValidator = strictQuery({
  search: vine.string().trim().maxLength(254).optional(),
  banned: flag().optional(),
  hasEmail: flag().optional(),
  productId: uuid().optional(),
  limit: limitField(),
  cursor: cursorField(),
})

/** A ban. */
export const banValidator = strict({
  reason: reason(),
  suspendLicenses: vine.boolean({ strict: true }).optional(),
})

/** A merge. `fromId` is the end user who is gone afterwards; `keep` says whose external id stays. */
export const mergeValidator = strict({ fromId: uuid(), keep: vine.enum(['target'] as const).optional() })
