import { narrowed, oneOf, someOf } from '#http/api/narrowed'
import type { Entry, Validator } from '#http/api/route_entry'
import { answers } from '#http/api/shapes'
import { BULK_TARGETS } from '#licensing/http/bulk_targets'
import { LICENSE_FILTER_REFUSES } from '#licensing/http/license_filter_shape'
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
export function bulkEntry(name: string, summary: string, fields: Record<string, string> = {}): Entry {
  return {
    tag: 'Operations',
    summary,
    description:
      'Send exactly one of `licenseIds`, `licenseKeys` and `filter`. An operation makes the changes in chunks. The items of the operation list the licenses that it skipped or failed to change.',
    body: bodyOf(changeOf(name)),
    fields: {
      licenseIds: 'The ids of the licenses.',
      licenseKeys: 'The license keys.',
      filter:
        'Selects the licenses that match when the operation starts. An empty filter matches all licenses. An API key needs the permission `end_user:read` to filter by owner.',
      expectedTotal: 'The number of licenses that you expect. A different number is refused with CONFLICT.',
      dryRun:
        'Changes nothing and reports the result. Then use `apply` to change the licenses that were found.',
      ...fields,
    },
    success: answers<ReturnType<typeof bulkChange>>(202)({ operation: OperationShape }),
    refuses: [...LICENSE_FILTER_REFUSES, 'CONFLICT', 'LIMIT_REACHED'],
  }
}
