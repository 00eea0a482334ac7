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
import type LicenseStatusesController from './license_statuses_controller.js'
import type LicensesController from './licenses_controller.js'
import {
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
    'Which limits the license has; it decides which of the other two fields are needed and which must be left out: `never` neither, `fixed` expiresAt, `afterActivation` expiresAfterDays, `both` both. If left out at creation, it follows from them.',
  expiresAt: 'The fixed limit: ISO 8601 with an offset, or a date, which is its midnight in UTC.',
  expiresAfterDays: 'The relative limit, in days after the first use.',
  maxHwidResets: 'HWID resets that the end user has; null leaves it to the policy.',
  policyOverride: 'Fields that win over the policy of the product.',
  metadata: 'Any JSON object of up to 16 KiB, at most 8 levels deep.',
  tierId: 'Its tier, which its policy and features are read through; null for none.',
  features: 'Features of its own, which go before those of its tier; null for none.',
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
    'Creates one license or up to 500 with the same terms. A key of your own is for a single license.',
  fields: { ...terms, count: 'How many; 1 if left out.', key: 'A key of your own, for a single license.' },
  success: answers<LicensesController['store']>(201)({ licenses: list(LicenseShape) }),
  refuses: ['PRODUCT_NOT_FOUND', 'NOT_FOUND', 'CONFLICT', 'BAD_REQUEST'] satisfies Code[],
}

/** The entries of the API document for licenses, their timelines and blacklists. */
export const LICENSING_API = {
  'licenses.index': {
    ...LICENSES,
    summary: 'List licenses',
    description: 'Pages by number (`page`, `pageSize`) or by `cursor`; `total` is exact either way.',
    query: listLicensesValidator,
    fields: {
      search: 'A part of the key, in any case.',
      include:
        'Adds `frozen`, `expirationMode` and `effectiveExpiresAt` (clock), or the owner (endUser), which takes the permission `end_user:read`.',
      cursor: 'The `nextCursor` of the page before, instead of `page`; empty starts at the beginning.',
      expiresBefore: 'Licenses whose effective expiry is earlier; those that never expire do not match.',
      expiresAfter: 'Licenses whose effective expiry is later; those that never expire do not match.',
      tierId: 'Licenses of this tier.',
      feature: 'Licenses that have this feature, by themselves or through their tier.',
    },
    success: answers<LicensesController['index']>()({
      licenses: list(ListedLicenseShape),
      pagination: PaginationShape,
      nextCursor: nextCursor(),
    }),
  },
  'licenses.store': {
    ...create,
    body: narrowed(orgLicensesValidator, NEW_TERMS),
    example: { productId: '0192f0c1-0000-7000-8000-000000000000', expiresAfterDays: 30 },
  },
  'keyed.licenses.store': {
    ...create,
    body: narrowed(productLicensesValidator, NEW_TERMS),
    description: `${create.description} A productId in the body must be that of the path.`,
    example: { expiresAfterDays: 30, metadata: { customer: 'jane@example.com' } },
  },
  'licenses.show': {
    ...LICENSES,
    summary: 'Read a license',
    success: answers<LicensesController['show']>()({ license: FullLicenseShape }),
    refuses: noSuchLicense,
  },
  'licenses.update': {
    ...LICENSES,
    summary: 'Change a license',
    description:
      'At least one field is needed. `extendDays` stands alone: without expirationMode, expiresAt, expiresAfterDays and frozen.',
    body: narrowed(patchLicenseValidator, PATCH_RULES),
    fields: {
      ...terms,
      frozen: 'Freezes an ACTIVE license, or unfreezes it: while frozen its clock stands still.',
      extendDays: 'Days by which its limits move.',
    },
    ifMatch: true,
    success: answers<LicensesController['update']>()({ license: FullLicenseShape }),
    refuses: [...noSuchLicense, 'NOT_FOUND', 'CONFLICT', 'BAD_REQUEST'],
    example: { extendDays: 30, reason: 'Paid for another month' },
  },
  'licenses.destroy': {
    ...LICENSES,
    summary: 'Delete a license',
    description: 'For good; its timeline keeps the deletion.',
    success: answers<LicensesController['destroy']>()({ id: uuid() }),
    refuses: noSuchLicense,
  },
  'license_events.index': {
    ...LICENSES,
    summary: 'Read the timeline of a license',
    description: 'Newest first; also of a deleted license.',
    query: limitValidator,
    success: answers<LicenseEventsController['index']>()({
      events: list(LicenseEventShape),
      nextCursor: nextCursor(),
    }),
    refuses: noSuchLicense,
  },
  'license_statuses.revoke': newStatus('Revoke a license', 'Its programs are refused from the next call on.'),
  'license_statuses.unrevoke': newStatus('Take a revocation back', 'A REVOKED license is ACTIVE again.'),
  'license_statuses.suspend': newStatus('Suspend a license', 'It is refused, and its clock stands still.'),
  'license_statuses.unsuspend': newStatus('End a suspension', 'A SUSPENDED license is ACTIVE again.'),
  'license_resets.hwid': reset('Reset the devices of a license', 'Clears all HWID bindings.'),
  'license_resets.ip': reset('Reset the addresses of a license', 'Clears all IP bindings.'),
  'blacklists.index': {
    ...BLACKLISTS,
    summary: 'List a blacklist',
    description: 'Newest first.',
    query: listEntriesValidator,
    fields: { search: 'A part of the value, in any case.' },
    success: answers<BlacklistsController['index']>()({
      entries: list(BlacklistEntryShape),
      nextCursor: nextCursor(),
    }),
  },
  'blacklists.store': {
    ...BLACKLISTS,
    summary: 'Add an entry to a blacklist',
    body: narrowed(entryValidator, ADDRESS_RULE),
    fields: { value: 'A HWID; or an IPv4 or IPv6 address, or a network in CIDR notation.' },
    success: answers<BlacklistsController['store']>(201)({ entry: BlacklistEntryShape }),
    refuses: ['CONFLICT'],
    example: { type: 'IP', value: '203.0.113.0/24', reason: 'Chargebacks' },
  },
  'blacklists.bulk': {
    ...BLACKLISTS,
    summary: 'Add many entries to a blacklist',
    description: 'All of them or, if one is not valid, none.',
    body: entriesValidator,
    success: answers<BlacklistsController['bulk']>(201)({
      added: whole(),
      duplicates: whole('Entries that the list or the request had already.'),
    }),
  },
  'blacklists.destroy': {
    ...BLACKLISTS,
    summary: 'Remove an entry from a blacklist',
    success: answers<BlacklistsController['destroy']>()({ id: uuid() }),
    refuses: ['NOT_FOUND'],
  },
} satisfies Entries
