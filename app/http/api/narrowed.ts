import type { Validator } from './route_entry.js'
import type { Schema } from './vine_schema.js'

/**
 * The schema of a validator, plus rules between its fields that the service checks after validation. The rules may
 * use `allOf`, `oneOf`, `if` and `dependentSchemas`; the validator itself does not change.
 */
export function narrowed(validator: Validator, rules: Schema): Validator {
  return Object.assign('refusesUnknown' in validator ? { refusesUnknown: true } : {}, {
    toJSONSchema: () => ({ ...validator.toJSONSchema(), ...rules }),
  })
}

/** A rule: at least one of these fields is present. */
export const someOf = (...fields: string[]): Schema => ({
  anyOf: fields.map((field) => ({ required: [field] })),
})

/** A rule: exactly one of these fields is present. */
export const oneOf = (...fields: string[]): Schema => ({
  oneOf: fields.map((field) => ({ required: [field] })),
})
