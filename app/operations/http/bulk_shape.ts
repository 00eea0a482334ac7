import { narrowed, oneOf, someOf } from '#http/api/narrowed'
import type { Entry, Validator } from '#http/api/route_entry'
import { answers } from '#http/api/shapes'
import type { Code } from '#kernel/refusals/codes'
import { BULK_TARGETS } from '#licensing/http/bulk_targets'
import { UPDATE_RIGHTS } from '#licensing/rules/update_rights'
import { BULK_CHANGES } from '#operations/kinds/registry'
import { bulkValidator } from './bulk_body.js'
import type { bulkChange } from './bulk_change.js'
import { OperationShape } from './operation_shape.js'

const { licenseIds, licenseKeys } = BULK_TARGETS

/** The lists that the body middleware takes out of a bulk body before it is validated. */
const LISTS = {
  licenseIds: {
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    minItems: 1,
    maxItems: licenseIds.most,
  },
  licenseKeys: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: licenseKeys.longest, pattern: '\\S' },
    minItems: 1,
    maxItems: licenseKeys.most,
  },
}

/**
 * Adds the ids to `required`: they must be present, but Vine leaves nullable fields out. Numbers are already
 * required.
 */
function bodyOf({ type, bulk }: (typeof BULK_CHANGES)[number]): Validator {
  const validator = bulkValidator(type)
  const { properties, required = [] } = validator.toJSONSchema()
  const rules = {
    ...oneOf('licenseIds', 'licenseKeys', 'filter'),
    ...(bulk.updateRights && { allOf: [someOf(...UPDATE_RIGHTS)] }),
  }
  return narrowed(validator, {
    properties: { ...properties, ...LISTS },
    required: [...required, ...(bulk.ids ?? [])],
    ...rules,
  })
}

/** @throws Error if no route has this name */
function changeOf(name: string) {
  const found = BULK_CHANGES.find(({ bulk }) => bulk.name === name)
  if (found) return found
  throw new Error(`No bulk route is called ${name}`)
}

/** The API document's entry for a route that changes many licenses (contract#bulk-requests). */
export function bulkEntry(
  name: string,
  summary: string,
  fields: Record<string, string> = {},
  more: Code[] = []
): Entry {
  return {
    tag: 'Operations',
    summary,
    description:
      'Takes exactly one of `licenseIds`, `licenseKeys` and `filter`. An operation does the work, in chunks; what it skipped or could not change is among its items.',
    body: bodyOf(changeOf(name)),
    fields: {
      licenseIds: 'The licenses by their ids.',
      licenseKeys: 'The licenses by their keys.',
      filter: 'The licenses that match when the operation starts; an empty one matches all.',
      expectedTotal: 'How many licenses these should be; CONFLICT if there are more or fewer.',
      dryRun: 'Only tries; `apply` then does it to the licenses that were found.',
      ...fields,
    },
    success: answers<ReturnType<typeof bulkChange>>(202)({ operation: OperationShape }),
    refuses: ['PRODUCT_NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED', ...more],
  }
}
