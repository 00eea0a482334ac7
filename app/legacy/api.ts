import { ACCOUNTS_API } from '#accounts/http/api'
import { UserShape } from '#accounts/http/user_shape'
import { ANALYTICS_API } from '#analytics/http/api'
import { END_USERS_API } from '#end_users/http/api'
import { LICENSING_API } from '#licensing/http/api'
import { LICENSE_FILTER_REFUSES } from '#licensing/http/license_filter_shape'
import { FullLicenseShape, LicenseShape, ListedLicenseShape } from '#licensing/http/license_shape'
import { listLicensesValidator } from '#licensing/http/licenses_input'
import { ProductShape } from '#catalog/http/product_shape'
import { PaginationShape } from '#http/api/page_shapes'
import type { Entries, Validator } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { limitValidator } from '#http/page'
import type AppsController from './apps_controller.js'
import type EndUserLicensesController from './end_user_licenses_controller.js'
import {
  appValidator,
  assignValidator,
  deletedAppValidator,
  legacyCreateValidator,
  licenseIdValidator,
  newAppValidator,
  redeemValidator,
} from './legacy_input.js'
import type LicensesController from './licenses_controller.js'
import type UsersController from './users_controller.js'

const { list, nextCursor, uuid } = shape

const SECONDARY = { tag: 'Secondary routes' }

type Properties = { properties: object }

/** A list for one app: the parameters of a license list, plus the app. */
const listOfApp: Validator = {
  toJSONSchema() {
    const [app, asked] = [appValidator, listLicensesValidator].map((one) => one.toJSONSchema() as Properties)
    return { ...asked, properties: { ...app.properties, ...asked.properties } }
  },
}

const page = {
  licenses: list(ListedLicenseShape),
  pagination: PaginationShape,
  nextCursor: nextCursor(),
}
const owner = {
  userId:
    'The id of the end user. Send one of `userId`, `email` and `username`; several must mean the same end user.',
  email: 'The email address of the end user.',
  username: 'The username of the end user.',
}

/** The secondary route set in the API document (interface#49-secondary-route-set-under-api). */
export const LEGACY_API = {
  'legacy.licenses.store': {
    ...SECONDARY,
    summary: 'Create licenses without an owner',
    description: 'The licenses are PENDING until an end user redeems them.',
    body: legacyCreateValidator,
    fields: { count: 'The number of licenses, from 1 to 500. Default: 1.' },
    success: answers<LicensesController['store']>(201)({ licenses: list(LicenseShape) }),
    refuses: ['FORBIDDEN', 'BAD_REQUEST'],
  },
  'legacy.licenses.index': {
    ...SECONDARY,
    summary: 'List licenses of an app',
    query: listOfApp,
    fields: { appId: 'The product of the API key.', ...LICENSING_API['licenses.index'].fields },
    success: answers<LicensesController['index']>()(page),
    refuses: ['FORBIDDEN', ...LICENSE_FILTER_REFUSES],
  },
  'legacy.licenses.assign': {
    ...SECONDARY,
    summary: 'Assign a license to an end user',
    body: assignValidator,
    fields: owner,
    success: answers<LicensesController['assign']>()({ license: FullLicenseShape }),
    refuses: ['LICENSE_NOT_FOUND', 'USER_NOT_FOUND', 'USER_BANNED', 'CONFLICT'],
  },
  'legacy.licenses.redeem': {
    ...SECONDARY,
    summary: 'Redeem a license',
    description: 'A PENDING license becomes ACTIVE and belongs to the end user.',
    body: redeemValidator,
    fields: owner,
    success: answers<LicensesController['redeem']>()({ license: FullLicenseShape }),
    refuses: ['LICENSE_NOT_FOUND', 'LICENSE_NOT_OWNED', 'USER_NOT_FOUND', 'USER_BANNED', 'CONFLICT'],
  },
  'legacy.licenses.destroy': {
    ...SECONDARY,
    summary: 'Delete a license',
    body: licenseIdValidator,
    success: answers<LicensesController['destroy']>()({ id: uuid() }),
    refuses: ['LICENSE_NOT_FOUND'],
  },
  'legacy.licenses.reset_hwid': {
    ...SECONDARY,
    summary: 'Reset the devices of a license',
    body: licenseIdValidator,
    success: answers<LicensesController['resetHwid']>()({ license: FullLicenseShape }),
    refuses: ['LICENSE_NOT_FOUND'],
  },
  'legacy.end_user_licenses.index': {
    ...SECONDARY,
    summary: 'List licenses of an end user',
    query: listOfApp,
    success: answers<EndUserLicensesController['index']>()(page),
    refuses: ['FORBIDDEN', ...LICENSE_FILTER_REFUSES],
  },
  'legacy.apps.products': {
    ...SECONDARY,
    summary: 'List products',
    query: limitValidator,
    success: answers<AppsController['products']>()({
      products: list(ProductShape),
      nextCursor: nextCursor(),
    }),
  },
  'legacy.apps.index': {
    ...SECONDARY,
    summary: 'List apps',
    query: limitValidator,
    success: answers<AppsController['index']>()({ apps: list(ProductShape), nextCursor: nextCursor() }),
  },
  'legacy.exchanges.store': { ...END_USERS_API['exchanges.store'], ...SECONDARY },
  'legacy.apps.create': {
    ...SECONDARY,
    summary: 'Create an app',
    description: 'Creates the app in the org that you work in.',
    body: newAppValidator,
    fields: { orgId: 'The org that you work in. Any other org is refused.' },
    success: answers<AppsController['store']>(201)({ app: ProductShape }),
    refuses: ['LIMIT_REACHED'],
    example: { name: 'Editor' },
  },
  'legacy.apps.delete': {
    ...SECONDARY,
    summary: 'Delete an app',
    description: 'The app must have no licenses and must belong to the org that you work in.',
    body: deletedAppValidator,
    success: answers<AppsController['destroy']>()({ id: uuid() }),
    refuses: ['PRODUCT_NOT_FOUND', 'CONFLICT'],
  },
  'legacy.analytics.show': {
    ...SECONDARY,
    summary: 'Count licenses',
    success: ANALYTICS_API['keyed.analytics.show'].success,
  },
  'legacy.users.logins.store': { ...ACCOUNTS_API['logins.store'], ...SECONDARY },
  'legacy.users.registrations.store': { ...ACCOUNTS_API['registrations.store'], ...SECONDARY },
  'legacy.users.me.show': { ...ACCOUNTS_API['me.show'], ...SECONDARY },
  'legacy.users.users.index': {
    ...SECONDARY,
    summary: 'List users',
    description: 'Lists all users who have signed up. For platform admins only.',
    query: limitValidator,
    success: answers<UsersController['index']>()({ users: list(UserShape), nextCursor: nextCursor() }),
    refuses: ['FORBIDDEN'],
  },
} satisfies Entries
