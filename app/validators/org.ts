import vine from '@vinejs/vine'
import { ROLES } from '#domain/org/roles'

const name = () => vine.string().trim().minLength(1).maxLength(100)

export const orgValidator = vine.create({ name: name() })
export const activeOrgValidator = vine.create({ orgId: vine.string().uuid() })
export const memberRoleValidator = vine.create({ role: vine.enum(ROLES) })
export const inviteValidator = vine.create({
  email: vine.string().trim().email().maxLength(254),
  role: vine.enum(ROLES),
})
export const acceptInviteValidator = vine.create({ token: vine.string().maxLength(200) })
