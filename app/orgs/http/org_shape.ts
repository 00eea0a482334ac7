import type { Static } from 'typebox'
import { ROLES } from '#orgs/rules/roles'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toOrg } from './org_transformer.js'

const { choice, flag, moment, named, text, uuid } = shape

/** An org as one of its members sees it. */
export const OrgShape = named(
  'Org',
  {
    id: uuid(),
    name: text(),
    role: choice(ROLES, 'The role of the caller.'),
    ssoRequired: flag('Whether the org refuses this session until the caller signs in through SSO.'),
    suspended: flag('Whether an operator has suspended the org: its members can only read.'),
    createdAt: moment(),
  },
  'The account of a merchant. Products, API keys and licenses belong to an org.'
)
same<ReturnType<typeof toOrg>, Static<typeof OrgShape>>(true)
