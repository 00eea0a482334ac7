import vine from '@vinejs/vine'
import { documented } from '#http/documented'
import { requiredReason, whole } from '#http/fields'
import { cursorField, cursorOf, DEFAULT_LIMIT, limitField } from '#http/page'
import { strict, strictPatch, strictQuery } from '#http/strict'
import { SIGNATURE_LENGTH } from '#releases/rules/artifact'
import { archOf, platformOf } from '#releases/rules/platform'
import { CHANNELS } from '#catalog/rules/release_channels'
import { ARTIFACT_KINDS, RELEASE_STATUSES } from '#releases/rules/release'
import { FEATURE, RELEASE_BOUNDS } from '#releases/rules/release_fields'
import { MAX_VERSION_LENGTH } from '#releases/rules/version'

const NUMBER = '(0|[1-9][0-9]{0,14})'
const IDENTIFIER = '(0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)'
const BUILD = '[0-9a-zA-Z-]+'

/** `readVersion` checks the version; this pattern is only for the API document. */
const version = () =>
  vine.string().use(
    documented({
      pattern: `^v?${NUMBER}\\.${NUMBER}\\.${NUMBER}(-${IDENTIFIER}(\\.${IDENTIFIER})*)?(\\+${BUILD}(\\.${BUILD})*)?$`,
      maxLength: MAX_VERSION_LENGTH,
    })
  )

const fields = {
  channel: vine.enum(CHANNELS).optional(),
  name: vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(RELEASE_BOUNDS.name)
    .use(documented({ pattern: '\\S' }))
    .nullable()
    .optional(),
  notes: vine.string().maxLength(RELEASE_BOUNDS.notes).nullable().optional(),
  requires: vine.array(vine.string().regex(FEATURE)).maxLength(RELEASE_BOUNDS.requires).optional(),
  rolloutPercent: whole().range([0, 100]).optional(),
  metadata: vine
    .any()
    .use(documented({ $ref: 'Metadata' }))
    .optional(),
}

/** The body that creates a release (contract/12-releases#121-publishing). */
export const newReleaseValidator = strict({ version: version(), ...fields })

/** The body that changes a release. */
export const releasePatchValidator = strictPatch({ version: version().optional(), ...fields })

/** The body of a yank, which never happens without a reason. */
export const yankValidator = strict({ reason: requiredReason() })

/** The query of the list of releases; read it with `releasesQuery`. */
export const releasesValidator = strictQuery({
  channel: vine.enum(CHANNELS).optional(),
  status: vine.enum(RELEASE_STATUSES).optional(),
  limit: limitField(),
  cursor: cursorField(),
})

/** Reads the filter and the page of a list of releases. @throws Refusal VALIDATION_ERROR, INVALID_CURSOR */
export async function releasesQuery(query: Record<string, unknown>) {
  const { channel, status, limit = DEFAULT_LIMIT } = await releasesValidator.validate(query)
  return { filter: { channel, status }, page: { limit, cursor: cursorOf(query) } }
}

const NAME = /^[a-z0-9_]{1,32}$/

const isName = vine.createRule(
  (value, _options, field) => {
    if (typeof value !== 'string' || NAME.test(value)) return
    field.report('{{ field }} must have 1 to 32 characters from a-z, 0-9 and _', 'name', field)
  },
  { toJSONSchema: (schema) => void Object.assign(schema, { pattern: NAME.source }) }
)

/** A platform or an arch, normalized to its stored name. */
const named = (nameOf: (text: string) => string | null) =>
  vine
    .string()
    .use(isName())
    .transform((text) => nameOf(text)!)
    .optional()

const about = {
  platform: named(platformOf),
  arch: named(archOf),
  kind: vine.enum(ARTIFACT_KINDS).optional(),
}

/** The query of an upload in a form, which carries the signature as a field. */
export const artifactFormValidator = strictQuery(about)

/** The query of an upload as the request body. */
export const artifactBodyValidator = strictQuery({
  ...about,
  signature: vine.string().minLength(1).maxLength(SIGNATURE_LENGTH).optional(),
})
