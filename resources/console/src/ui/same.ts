const inOrder = (_: string, value: unknown) =>
  value instanceof Object && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value
const textOf = (value: unknown) => JSON.stringify(value, inOrder)

/** Returns true if two values have the same JSON, in any order of the names in its objects. */
export const same = (one: unknown, other: unknown) => textOf(one) === textOf(other)
