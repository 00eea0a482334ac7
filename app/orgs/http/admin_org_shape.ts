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
    owner: nullable(text('The address of the owner whose plan counts.')),
    plan: choice(PLANS),
    suspended: flag('Its members can read, and nothing else.'),
    members: whole(),
    products: whole(),
    licenses: whole(),
    createdAt: moment(),
  },
  'An org as platform admins see it.'
)
same<ReturnType<typeof toAdminOrg>, Static<typeof AdminOrgShape>>(true)
