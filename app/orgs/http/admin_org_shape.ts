import type { Static } from 'typebox'
import { PLANS } from '#config/settings/plans'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toAdminOrg } from './org_transformer.js'

const { choice, flag, moment, named, nullable, text, uuid, whole } = shape

/** An org as a platform admin sees it. */
export const AdminOrgShape = named(
  'AdminOrg',
  {
    id: uuid(),
    name: text(),
    owner: nullable(text('The email address of the owner, whose plan applies.')),
    plan: choice(PLANS),
    suspended: flag('Whether the org is suspended. Members of a suspended org can only read.'),
    members: whole(),
    products: whole(),
    licenses: whole(),
    createdAt: moment(),
  },
  'An org, as shown to platform admins.'
)
same<ReturnType<typeof toAdminOrg>, Static<typeof AdminOrgShape>>(true)
