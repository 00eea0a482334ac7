import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { searchPageValidator } from '#http/search_page'
import { AdminOrgShape } from './admin_org_shape.js'
import type AdminOrgsController from './admin_orgs_controller.js'
import { administerOrgValidator } from './admin_orgs_input.js'

const { list, nextCursor } = shape

const ADMIN = { tag: 'Platform' }

/** All orgs, for platform admins, in the API document. */
export const ADMIN_ORGS_API = {
  'admin_orgs.index': {
    ...ADMIN,
    summary: 'List all orgs',
    description: 'Newest first.',
    query: searchPageValidator,
    fields: { search: 'Part of the name, or of the email address of a member, in any letter case.' },
    success: answers<AdminOrgsController['index']>()({ orgs: list(AdminOrgShape), nextCursor: nextCursor() }),
  },
  'admin_orgs.show': {
    ...ADMIN,
    summary: 'Read any org',
    success: answers<AdminOrgsController['show']>()({ org: AdminOrgShape }),
    refuses: ['ORG_NOT_FOUND'],
  },
  'admin_orgs.update': {
    ...ADMIN,
    summary: 'Change the plan of an org, or suspend it',
    description:
      'The plan belongs to the owner and applies to all orgs of that owner. Members of a suspended org can only read. Other requests to the org get FORBIDDEN, and authorize calls get LICENSE_SUSPENDED.',
    body: administerOrgValidator,
    success: answers<AdminOrgsController['update']>()({ org: AdminOrgShape }),
    refuses: ['ORG_NOT_FOUND', 'CONFLICT'],
    example: { suspended: true },
  },
} satisfies Entries
