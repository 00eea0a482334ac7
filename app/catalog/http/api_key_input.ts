import vine from '@vinejs/vine'
import { PERMISSIONS } from '#catalog/rules/permissions'
import { shown } from '#kernel/text/shown'
import { momentProblem, parseMoment } from '#kernel/time/timestamps'
import { invalidField } from '#kernel/refusals/refusal'
import { documented } from '#http/documented'
import { uuid, whole } from '#http/fields'
import { strict } from '#http/strict'

/** The longest grace period of a rotated key's old pair, in seconds (contract#api-keys). */
const MAX_GRACE_SECONDS = 604_800

const fields = {
  name: vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(100)
    .use(documented({ pattern: '\\S' })),
  permissions: vine.array(vine.enum(PERMISSIONS)).minLength(1).maxLength(100).distinct(),
  expiresAt: vine
    .string()
    .maxLength(40)
    .use(documented({ format: 'date-time' }))
    .nullable()
    .optional(),
}

export const apiKeyValidator = strict(fields)
export const bootstrapApiKeyValidator = strict({ ...fields, productId: uuid() })
const grace = () => whole().range([0, MAX_GRACE_SECONDS])
export const rotationValidator = strict({ gracePeriodSeconds: grace().optional() })

/** The options of `api-key:rotate`: messages name the option. */
export const graceValidator = strict({ grace: grace() })

/**
 * The expiry of a key. A blank value means no expiry (interface#25-api-key).
 * @throws Refusal VALIDATION_ERROR
 */
export function expiryDate(expiresAt: string | null | undefined): Date | null {
  if (!expiresAt?.trim()) return null
  const at = parseMoment(expiresAt)
  if (at === null) throw invalidField('expiresAt', momentProblem(`expiresAt ${shown(expiresAt)}`))
  return new Date(at)
}
