import vine from '@vinejs/vine'
import { emailAddress, personName } from '#accounts/http/auth_input'
import { NAME_SCHEMA } from '#kernel/text/name'
import { ROLES } from '#orgs/rules/roles'
import { documented } from '#http/documented'
import { uuid } from '#http/fields'
import { strict } from '#http/strict'

/** The name of an org. */
export const orgName = () =>
  personName()
    .minLength(1)
    .use(documented({ not: { anyOf: [NAME_SCHEMA.not, { pattern: '^\\s*$' }] } }))

export const orgValidator = strict({ name: orgName() })
export const activeOrgValidator = strict({ orgId: uuid() })
export const memberRoleValidator = strict({ role: vine.enum(ROLES) })
export const inviteValidator = strict({
  email: emailAddress(),
  role: vine.enum(ROLES),
})
export const acceptInviteValidator = strict({ token: vine.string().maxLength(200) })
