const TYPE_OF = { boolean: 'boolean', integer: 'number', string: 'string' } as const

type Declared = { name: string; type: keyof typeof TYPE_OF }

/**
 * The features that a form can show and send again: values of declared features. A tier or a license may still have
 * values of features that the product has withdrawn since, or has declared with another type; the API refuses those.
 */
export function declaredOnly<Value extends boolean | number | string>(
  declared: readonly Declared[],
  features: Record<string, Value> | null | undefined
): Record<string, Value> {
  const types = new Map<string, string>(declared.map(({ name, type }) => [name, TYPE_OF[type]]))
  return Object.fromEntries(
    Object.entries(features ?? {}).filter(([name, value]) => typeof value === types.get(name))
  )
}
