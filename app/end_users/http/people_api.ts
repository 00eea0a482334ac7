import type { Code } from '#kernel/refusals/codes'
import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { OperationShape } from '#operations/http/operation_shape'
import type EndUserBansController from './end_user_bans_controller.js'
import type EndUserMergesController from './end_user_merges_controller.js'
import { EndUserShape, FullEndUserShape } from './end_user_shape.js'
import type EndUsersController from './end_users_controller.js'
import {
  banValidator,
  endUserListValidator,
  mergeValidator,
  personPatchValidator,
  personValidator,
} from './person_input.js'

const { list, nextCursor, optional, whole } = shape

const PEOPLE = { tag: 'End users' }
const changing: Code[] = ['USER_NOT_FOUND', 'CONFLICT']
const endUser = { endUser: FullEndUserShape }

const merged = (status: number) =>
  answers<EndUserMergesController['store']>(status)({ ...endUser, operation: optional(OperationShape) })

const page = {
  ...PEOPLE,
  description: 'Newest first, without merged and erased end users.',
  query: endUserListValidator,
  fields: {
    search:
      'The beginning of the email address, the username, the external id or the name, in any letter case.',
    productId: 'End users with a license of this product.',
    hasEmail: 'End users with an email address, or without one.',
  },
  success: answers<EndUsersController['index']>()({
    endUsers: list(EndUserShape),
    nextCursor: nextCursor(),
  }),
}

const fields = {
  email:
    'The address is not proved by this call. A person who proves it signs in as this end user, if this end user has no other way to sign in.',
  externalId: 'Your id of the person; unique in the org.',
  metadata: 'Any JSON object of up to 16 KiB. It replaces the stored one.',
}

/** The merchant's routes for end users in the API document. */
export const PEOPLE_API = {
  'end_users.index': { ...page, summary: 'List end users' },
  'keyed.end_users.product': { ...page, summary: 'List the end users of a product' },
  'end_users.store': {
    ...PEOPLE,
    summary: 'Create an end user',
    description: 'Requires an email address, a username or an external id.',
    body: personValidator,
    fields,
    success: answers<EndUsersController['store']>(201)(endUser),
    refuses: ['CONFLICT'],
    example: { email: 'jane@example.com', firstName: 'Jane', externalId: 'customer-17' },
  },
  'end_users.show': {
    ...PEOPLE,
    summary: 'Read an end user',
    success: answers<EndUsersController['show']>()(endUser),
    refuses: ['NOT_FOUND'],
  },
  'end_users.update': {
    ...PEOPLE,
    summary: 'Change an end user',
    description:
      'Omitted fields stay unchanged; null clears a field. A new email address is not proved. If the end user has signed in before or has an `externalId`, neither a code nor a password signs this end user in with it, and whoever accepts an invite to it becomes another end user: send a portal link instead, and the end user confirms the address in the profile of the portal.',
    body: personPatchValidator,
    fields,
    success: answers<EndUsersController['update']>()(endUser),
    refuses: changing,
    example: { username: 'jane' },
  },
  'end_user_merges.store': {
    ...PEOPLE,
    summary: 'Merge two end users',
    description:
      'Licenses, orders and tickets of the source move to the end user of the path, and the source fills the empty fields of that end user. `metadata` is that of both, where the fields of the target win. If it would exceed 16 KiB, the target keeps its own alone. The source is gone afterwards. If there are more than 1,000 licenses, an operation moves them and the answer is 202. While one of the two has planned an erasure, the answer is CONFLICT.',
    body: mergeValidator,
    fields: {
      fromId: 'The id of the source.',
      keep: 'Required if both end users have an `externalId`. `target` keeps the `externalId` of the target. Without `keep`, the answer is CONFLICT.',
    },
    success: [merged(200), merged(202)],
    refuses: [...changing, 'LIMIT_REACHED'],
    example: { fromId: '0192f0c1-0000-7000-8000-000000000000', keep: 'target' },
  },
  'end_user_bans.ban': {
    ...PEOPLE,
    summary: 'Ban an end user',
    description:
      'Sign-ins, codes and links end at once. Licenses stay unchanged, unless `suspendLicenses` is true.',
    body: banValidator,
    fields: {
      reason: 'In another ban, leave it out to keep the reason of the first; null removes it.',
      suspendLicenses: 'Starts an operation that suspends their licenses.',
    },
    permissions:
      'With `suspendLicenses`, an API key also requires the permission `license:update`, and suspends only licenses of its product.',
    success: answers<EndUserBansController['ban']>()({ ...endUser, operation: optional(OperationShape) }),
    refuses: [...changing, 'LIMIT_REACHED'],
  },
  'end_user_bans.unban': {
    ...PEOPLE,
    summary: 'Lift a ban',
    description: 'Ended sign-ins and suspended licenses stay as they are.',
    success: answers<EndUserBansController['unban']>()(endUser),
    refuses: changing,
  },
  'end_user_bans.sign_out': {
    ...PEOPLE,
    summary: 'Sign an end user out everywhere',
    success: answers<EndUserBansController['signOut']>()({
      revoked: whole('The number of sign-ins that ended.'),
    }),
    refuses: changing,
  },
} satisfies Entries
