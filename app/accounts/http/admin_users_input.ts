import vine from '@vinejs/vine'
import { strict } from '#http/strict'

/** PATCH of a user by a platform admin. */
export const administerUserValidator = strict({ disabled: vine.boolean({ strict: true }) })
