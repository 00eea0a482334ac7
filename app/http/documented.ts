import vine from '@vinejs/vine'

/**
 * Adds to the API document what a validator's schema cannot express: the name of a shape (`$ref`), a pattern, a
 * description. It checks nothing. Vine's own `meta()` would let null through (4.4).
 *
 * @example vine.any().use(documented({ $ref: 'Metadata' }))
 */
export const documented = vine.createRule<Record<string, unknown>>(() => {}, {
  toJSONSchema(schema, more) {
    // `vine.any()` lists all JSON types, and `more` replaces them; a `$ref` must be the only member.
    if (schema.anyOf) schema.anyOf = [more]
    else if (more.$ref) replace(schema, more)
    else Object.assign(schema, more)
  },
})

function replace(schema: object, more: object) {
  for (const key of Object.keys(schema)) delete schema[key as keyof typeof schema]
  Object.assign(schema, more)
}
