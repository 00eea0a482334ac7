import type { Code } from '#kernel/refusals/codes'
import type { Entries, Entry } from '#http/api/route_entry'
import { PaginationShape } from '#http/api/page_shapes'
import { narrowed } from '#http/api/narrowed'
import { NEW_TERMS, PATCH_RULES } from './terms_shape.js'
import { answers, shape } from '#http/api/shapes'
import { limitValidator } from '#http/page'
import { BlacklistEntryShape } from './blacklist_shape.js'
import type BlacklistsController from './blacklists_controller.js'
import { ADDRESS_RULE, entriesValidator, entryValidator, listEntriesValidator } from './blacklists_input.js'
import { LicenseEventShape } from './license_event_shape.js'
import type LicenseEventsController from './license_events_controller.js'
import type LicenseResetsController from './license_resets_controller.js'
import { FullLicenseShape, LicenseShape, ListedLicenseShape } from './license_shape.js'
import { LICENSE_FILTER_REFUSES } from './license_filter_shape.js'
import type LicenseStatusesController from './license_statuses_controller.js'
import type LicensesController from './licenses_controller.js'
import {
  licenseQueryValidator,
  listLicensesValidator,
  orgLicensesValidator,
  patchLicenseValidator,
  productLicensesValidator,
  reasonValidator,
} from './licenses_input.js'
import { UPDATE_RIGHTS_SAID } from './update_rights_input.js'

const { list, nextCursor, uuid, whole } = shape

const LICENSES = { tag: 'Licenses' }
const BLACKLISTS = { tag: 'Blacklists' }
const noSuchLicense: Code[] = ['LICENSE_NOT_FOUND']

/** Descriptions of the license fields; those of the expiration depend on each other (contract#expiration-modes). */
const terms = {
  expirationMode:
    'The limits of the license. `never` has no limit, `fixed` requires `expiresAt`, `afterActivation` requires `expiresAfterDays`, and `both` requires both fields. A field that the mode does not require is not allowed. If a new license is created without a mode, the mode follows from the two fields.',
  expiresAt:
    'The fixed limit: a date and time in ISO 8601 with an offset, or a date, which means 00:00 UTC on that day.',
  expiresAfterDays: 'The relative limit, in days after activation.',
  maxHwidResets: 'The maximum number of HWID resets by the end user; null means the value of the policy.',
  policyOverride:
    'Fields of the policy that are set for this license. They override the policy of the product and of the tier.',
  metadata: 'Any JSON object of up to 16 KiB, at most 8 levels deep.',
  tierId: 'The tier of the license, which sets its policy and features; null for no tier.',
  features: 'Features that are set for this license. They override the features of the tier; null for none.',
  ...UPDATE_RIGHTS_SAID,
}

const newStatus = (summary: string, description: string): Entry => ({
  ...LICENSES,
  summary,
  description,
  body: reasonValidator,
  success: answers<LicenseStatusesController['revoke']>()({ license: FullLicenseShape }),
  refuses: [...noSuchLicense, 'CONFLICT'],
})

const reset = (summary: string, description: string): Entry => ({
  ...LICENSES,
  summary,
  description,
  body: reasonValidator,
  success: answers<LicenseResetsController['hwid']>()({ license: FullLicenseShape }),
  refuses: noSuchLicense,
})

const create = {
  ...LICENSES,
  summary: 'Create licenses',
  description:
    'Creates one license, or up to 500 licenses with the same terms. Only a single license can have a custom `key`.',
  fields: {
    ...terms,
    count: 'The number of licenses; 1 if omitted.',
    key: 'A custom license key, for a single license.',
  },
  success: answers<LicensesController['store']>(201)({ licenses: list(LicenseShape) }),
  refuses: ['PRODUCT_NOT_FOUND', 'NOT_FOUND', 'CONFLICT', 'BAD_REQUEST'] satisfies Code[],
}

/** The entries of the API document for licenses, their timelines and blacklists. */
export const LICENSING_API = {
  'licenses.index': {
    ...LICENSES,
    summary: 'List licenses',
    description:
      'Returns pages by number (`page`, `pageSize`) or by `cursor`. `total` is exact in both cases.',
    query: listLicensesValidator,
    fields: {
      search: 'Part of the license key, in any letter case.',
      include:
        '`clock` adds `frozen`, `expirationMode` and `effectiveExpiresAt`. `endUser` adds the owner; an API key needs the permission `end_user:read` for it.',
      cursor:
        'The `nextCursor` of the previous page, in place of `page`. An empty value returns the first page.',
      createdBefore: 'Licenses that were created earlier, not at this moment itself.',
      createdAfter: 'Licenses that were created later, not at this moment itself.',
      expiresBefore:
        'Licenses with an earlier effective expiry, not at this moment itself. Licenses that never expire do not match.',
      expiresAfter:
        'Licenses with a later effective expiry, not at this moment itself. Licenses that never expire do not match.',
      endUserId: 'Licenses of this owner. An API key needs the permission `end_user:read` for it.',
      tierId: 'Licenses of this tier.',
      feature: 'Licenses that have this feature, directly or through their tier.',
    },
    success: answers<LicensesController['index']>()({
      licenses: list(ListedLicenseShape),
      pagination: PaginationShape,
      nextCursor: nextCursor(),
    }),
    refuses: [...LICENSE_FILTER_REFUSES],
  },
  'licenses.store': {
    ...create,
    body: narrowed(orgLicensesValidator, NEW_TERMS),
    example: { productId: '0192f0c1-0000-7000-8000-000000000000', expiresAfterDays: 30 },
  },
  'keyed.licenses.store': {
    ...create,
    body: narrowed(productLicensesValidator, NEW_TERMS),
    description: `${create.description} A productId in the body must match the path.`,
    example: { expiresAfterDays: 30, metadata: { customer: 'jane@example.com' } },
  },
  'licenses.show': {
    ...LICENSES,
    summary: 'Read a license',
    query: licenseQueryValidator,
    fields: {
      include: '`endUser` adds the owner; an API key needs the permission `end_user:read` for it.',
    },
    success: answers<LicensesController['show']>()({ license: FullLicenseShape }),
    refuses: noSuchLicense,
  },
  'licenses.update': {
    ...LICENSES,
    summary: 'Change a license',
    description:
      'At least one field is required. `extendDays` cannot be combined with `expirationMode`, `expiresAt`, `expiresAfterDays` or `frozen`.',
    body: narrowed(patchLicenseValidator, PATCH_RULES),
    fields: {
      ...terms,
      frozen:
        'Freezes an ACTIVE license, or unfreezes a license. The expiry clock of a frozen license is paused.',
      extendDays: 'The number of days by which the limits of the license move to later.',
    },
    ifMatch: true,
    success: answers<LicensesController['update']>()({ license: FullLicenseShape }),
    refuses: [...noSuchLicense, 'NOT_FOUND', 'CONFLICT', 'BAD_REQUEST'],
    example: { extendDays: 30, reason: 'Paid for another month' },
  },
  'licenses.destroy': {
    ...LICENSES,
    summary: 'Delete a license',
    description: 'The deletion is permanent. The timeline remains and records it.',
    success: answers<LicensesController['destroy']>()({ id: uuid() }),
    refuses: noSuchLicense,
  },
  'license_events.index': {
    ...LICENSES,
    summary: 'Read the timeline of a license',
    description: 'Newest first. The timeline of a deleted license can be read too.',
    query: limitValidator,
    success: answers<LicenseEventsController['index']>()({
      events: list(LicenseEventShape),
      nextCursor: nextCursor(),
    }),
    refuses: noSuchLicense,
  },
  'license_statuses.revoke': newStatus(
    'Revoke a license',
    'From the next call on, authorize denies the license.'
  ),
  'license_statuses.unrevoke': newStatus('Undo a revocation', 'A REVOKED license becomes ACTIVE again.'),
  'license_statuses.suspend': newStatus(
    'Suspend a license',
    'Authorize denies the license. Its relative limit is paused, but its fixed limit is not.'
  ),
  'license_statuses.unsuspend': newStatus('End a suspension', 'A SUSPENDED license becomes ACTIVE again.'),
  'license_resets.hwid': reset(
    'Reset the devices of a license',
    'Clears all HWID bindings. If there are any, the sessions of the license end.'
  ),
  'license_resets.ip': reset(
    'Reset the addresses of a license',
    'Clears all IP bindings. If there are any, the sessions of the license end.'
  ),
  'blacklists.index': {
    ...BLACKLISTS,
    summary: 'List a blacklist',
    description: 'Newest first.',
    query: listEntriesValidator,
    fields: { search: 'Part of the value, in any letter case.' },
    success: answers<BlacklistsController['index']>()({
      entries: list(BlacklistEntryShape),
      nextCursor: nextCursor(),
    }),
  },
  'blacklists.store': {
    ...BLACKLISTS,
    summary: 'Add an entry to a blacklist',
    body: narrowed(entryValidator, ADDRESS_RULE),
    fields: { value: 'An HWID, an IPv4 or IPv6 address, or a network in CIDR notation.' },
    success: answers<BlacklistsController['store']>(201)({ entry: BlacklistEntryShape }),
    refuses: ['CONFLICT'],
    example: { type: 'IP', value: '203.0.113.0/24', reason: 'Chargebacks' },
  },
  'blacklists.bulk': {
    ...BLACKLISTS,
    summary: 'Add many entries to a blacklist',
    description: 'Adds all entries. If one entry is not valid, it adds none.',
    body: entriesValidator,
    success: answers<BlacklistsController['bulk']>(201)({
      added: whole(),
      duplicates: whole('The number of entries that the blacklist already has or that the request repeats.'),
    }),
  },
  'blacklists.destroy': {
    ...BLACKLISTS,
    summary: 'Remove an entry from a blacklist',
    success: answers<BlacklistsController['destroy']>()({ id: uuid() }),
    refuses: ['NOT_FOUND'],
  },
} satisfies Entries
