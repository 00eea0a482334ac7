import vine from '@vinejs/vine'
import { strict } from '#http/strict'
import { PURPOSES } from '#orgs/rules/domain_proof'

/** A domain that an org claims. The rule `claimedName` checks the name. */
export const domainValidator = strict({
  hostname: vine.string().minLength(1).maxLength(300),
  purpose: vine.enum(PURPOSES),
})
