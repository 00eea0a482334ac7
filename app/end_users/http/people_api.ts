import type { Code } from '#kernel/refusals/codes'
import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { OperationShape } from '#operations/http/operation_shape'
import type EndUserBansController from './end_user_bans_controller.js'
import type EndUserMergesController from './end_user_merges_controller.js'
import { EndUserShape, FullEndUserShape } from './end_user_shape.js'
import type EndUsersController from './end_users_controller.js'
import { banValidator, endUserListValidator, mergeValidator, personValidator } from './person_input.js'

const { list, nextCursor, optional, whole } = shape

const PEOPLE = { tag: 'End users' }
const changing: Code[] = ['USER_NOT_FOUND', 'CONFLICT']
const endUser = { endUser: FullEndUserShape }

const merged = (status: number) =>
  answers<EndUserMergesController['store']>(status)({ ...endUser, operation: optional(OperationShape) })

const page = {
  ...PEOPLE,
  description: 'Newest first; without those who were merged or erased.',
  query: endUserListValidator,
  fields: {
    search: 'How the address, the username, the external id or the name begins, in any case.',
    productId: 'Those with a license of this product.',
    hasEmail: 'Those with an address, or without.',
  },
  success: answers<EndUsersController['index']>()({
    endUsers: list(EndUserShape),
    nextCursor: nextCursor(),
  }),
}

const fields = {
  email: 'Proves nothing: whoever proves the address becomes this end user.',
  externalId: 'Your own id of the person; unique in the org.',
  metadata: 'Any JSON object of up to 16 KiB; replaces the one that was set.',
}

/** The merchant's routes for end users in the API document. */
export const PEOPLE_API = {
  'end_users.index': { ...page, summary: 'List end users' },
  'keyed.end_users.product': { ...page, summary: 'List the end users of a product' },
  'end_users.store': {
    ...PEOPLE,
    summary: 'Create an end user',
    description: 'Needs an email, a username or an external id.',
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
    description: 'Fields that are left out stay; null takes one away. Another address is unproved.',
    body: personValidator,
    fields,
    success: answers<EndUsersController['update']>()(endUser),
    refuses: changing,
    example: { username: 'jane' },
  },
  'end_user_merges.store': {
    ...PEOPLE,
    summary: 'Merge two end users',
    description:
      'Licenses and tickets of the source move to the end user of the path, whose empty fields are filled; the source is gone. More than 1,000 licenses move by an operation: then the answer is 202.',
    body: mergeValidator,
    fields: {
      fromId: 'The source.',
      keep: 'If both have an externalId: that of the target stays. Without it that is CONFLICT.',
    },
    success: [merged(200), merged(202)],
    refuses: [...changing, 'LIMIT_REACHED'],
    example: { fromId: '0192f0c1-0000-7000-8000-000000000000', keep: 'target' },
  },
  'end_user_bans.ban': {
    ...PEOPLE,
    summary: 'Ban an end user',
    description: 'Sign-ins, codes and links end at once. Licenses stay as they are, unless told otherwise.',
    body: banValidator,
    fields: { suspendLicenses: 'Starts an operation that suspends their licenses.' },
    permissions:
      'With `suspendLicenses` an API key needs `license:update` too, and suspends licenses of its product.',
    success: answers<EndUserBansController['ban']>()({ ...endUser, operation: optional(OperationShape) }),
    refuses: [...changing, 'LIMIT_REACHED'],
  },
  'end_user_bans.unban': {
    ...PEOPLE,
    summary: 'Lift a ban',
    description: 'Nothing else comes back by itself.',
    success: answers<EndUserBansController['unban']>()(endUser),
    refuses: changing,
  },
  'end_user_bans.sign_out': {
    ...PEOPLE,
    summary: 'Sign an end user out everywhere',
    success: answers<EndUserBansController['signOut']>()({ revoked: whole('How many sign-ins have ended.') }),
    refuses: changing,
  },
} satisfies Entries
