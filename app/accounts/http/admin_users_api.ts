import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { searchPageValidator } from '#http/search_page'
import type AdminUsersController from './admin_users_controller.js'
import { administerUserValidator } from './admin_users_input.js'
import { AdminUserShape } from './user_shape.js'

const { list, nextCursor } = shape

const ADMIN = { tag: 'Platform' }

/** All users, for platform admins, in the API document. */
export const ADMIN_USERS_API = {
  'admin_users.index': {
    ...ADMIN,
    summary: 'List all users',
    description: 'Newest first.',
    query: searchPageValidator,
    fields: { search: 'Part of the email address, in any letter case.' },
    success: answers<AdminUsersController['index']>()({
      users: list(AdminUserShape),
      nextCursor: nextCursor(),
    }),
  },
  'admin_users.update': {
    ...ADMIN,
    summary: 'Disable or enable a user',
    description:
      'A disabled user cannot sign in. All sessions and tokens of the user end at once. The last platform admin cannot be disabled.',
    body: administerUserValidator,
    success: answers<AdminUsersController['update']>()({ user: AdminUserShape }),
    refuses: ['USER_NOT_FOUND', 'CONFLICT'],
    example: { disabled: true },
  },
} satisfies Entries
