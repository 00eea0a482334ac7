type Schema = { [key: string]: unknown }

/**
 * The alternatives that satisfy the rules between fields of a schema, each as a schema without these rules: a branch of
 * `oneOf`, a `then`. A value of one alternative may still violate another rule, so the caller must check it against the
 * whole schema.
 */
export function waysOf(schema: Schema): Schema[] {
  const { oneOf, allOf, dependentSchemas, not: _not, if: when, then, else: otherwise, ...base } = schema
  const branches = [...list(oneOf), ...list(allOf).flatMap(ruleWays)]
  if (when) branches.push(...ruleWays({ if: when, then, else: otherwise }))
  for (const [name, rule] of Object.entries((dependentSchemas ?? {}) as Record<string, Schema>))
    branches.push({ ...rule, required: [name] })
  return [base, ...branches.map((branch) => both(base, branch))]
}

function ruleWays(rule: Schema): Schema[] {
  if (rule.anyOf) return list(rule.anyOf)
  const { if: when, then, else: otherwise } = rule as Record<string, Schema | undefined>
  return [...(when ? [both(when, then ?? {})] : []), ...(otherwise ? [otherwise] : [])]
}

/** A schema for values that fit both. */
function both(one: Schema, other: Schema): Schema {
  const [left, right] = [fieldsOf(one), fieldsOf(other)]
  const properties = { ...left }
  for (const [name, schema] of Object.entries(right)) {
    if (schema === false) delete properties[name]
    else properties[name] = { ...(left[name] as Schema | undefined), ...schema }
  }
  return { ...one, ...other, properties, required: [...list(one.required), ...list(other.required)] }
}

const fieldsOf = ({ properties }: Schema) => (properties ?? {}) as Record<string, Schema | false>

const list = (value: unknown) => (value ?? []) as never[]
