import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { limitValidator } from '#http/page'
import { EndUserShape } from './end_user_shape.js'
import type EndUsersController from './end_users_controller.js'

const { list, nextCursor } = shape

const page = {
  tag: 'End users',
  description: 'Newest first.',
  query: limitValidator,
  success: answers<EndUsersController['org']>()({
    endUsers: list(EndUserShape),
    nextCursor: nextCursor(),
  }),
}

/** End users in the API document. */
export const END_USERS_API = {
  'keyed.end_users.product': { ...page, summary: 'List the end users of a product' },
  'keyed.end_users.org': { ...page, summary: "List the end users of the org of the key's product" },
} satisfies Entries
