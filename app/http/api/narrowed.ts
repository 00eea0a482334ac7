import type { Validator } from './route_entry.js'
import type { Schema } from './vine_schema.js'

/**
 * The request of a validator with rules between its fields, which the service checks behind it. They may say `allOf`,
 * `oneOf`, `if` and `dependentSchemas`; the validator itself stays as it is.
 */
export function narrowed(validator: Validator, rules: Schema): Validator {
  return Object.assign('refusesUnknown' in validator ? { refusesUnknown: true } : {}, {
    toJSONSchema: () => ({ ...validator.toJSONSchema(), ...rules }),
  })
}

/** A rule: at least one of these fields is there. */
export const someOf = (...fields: string[]): Schema => ({
  anyOf: fields.map((field) => ({ required: [field] })),
})

/** A rule: exactly one of these fields is there. */
export const oneOf = (...fields: string[]): Schema => ({
  oneOf: fields.map((field) => ({ required: [field] })),
})
