import { someOf } from '#http/api/narrowed'
import { UPDATE_RIGHTS } from '#licensing/rules/update_rights'

const NULL = { type: 'null' }
const DAYS = { type: 'integer' }
const MOMENT = { type: 'string' }

/** The limits that a new license with this mode needs, and those that it cannot have (contract#expiration-modes). */
const inMode = (mode: string, limits: { expiresAt?: object; expiresAfterDays?: object }) => ({
  if: { properties: { expirationMode: { const: mode } }, required: ['expirationMode'] },
  then: {
    properties: { expiresAt: NULL, expiresAfterDays: NULL, ...limits },
    ...(Object.keys(limits).length > 0 && { required: Object.keys(limits) }),
  },
})

/** The rules that relate the terms of a new license, in JSON Schema. */
export const NEW_TERMS = {
  allOf: [
    inMode('never', {}),
    inMode('fixed', { expiresAt: MOMENT }),
    inMode('afterActivation', { expiresAfterDays: DAYS }),
    inMode('both', { expiresAt: MOMENT, expiresAfterDays: DAYS }),
  ],
}

/**
 * The rules that relate the fields of a PATCH, in JSON Schema (contract#patch). They do not cover the terms that a mode
 * needs, because these depend on the current terms of the license.
 */
export const PATCH_RULES = {
  allOf: [
    someOf(
      ...['expirationMode', 'expiresAt', 'expiresAfterDays', 'maxHwidResets', 'policyOverride', 'metadata'],
      ...['frozen', 'extendDays', 'tierId', 'features', ...UPDATE_RIGHTS]
    ),
    { properties: { metadata: { type: 'object' } } },
  ],
  dependentSchemas: {
    extendDays: {
      properties: { expirationMode: false, expiresAt: false, expiresAfterDays: false, frozen: false },
    },
  },
}
