import vine from '@vinejs/vine'
import { emailAddress, personName } from '#validators/auth'
import { ROLES } from '#domain/org/roles'
import { uuid } from './fields.js'
import { strict } from './strict.js'

const name = () => personName().minLength(1)

export const orgValidator = strict({ name: name() })
export const activeOrgValidator = strict({ orgId: uuid() })
export const memberRoleValidator = strict({ role: vine.enum(ROLES) })
export const inviteValidator = strict({
  email: emailAddress(),
  role: vine.enum(ROLES),
})
export const acceptInviteValidator = strict({ token: vine.string().maxLength(200) })
