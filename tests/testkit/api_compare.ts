/** JSON of an API document: a schema, a call or a part of one. */
type Part = { [key: string]: unknown }

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/**
 * Lists the differences between two versions of the API document that can break a client, one line each. New optional
 * parts break no client and are left out.
 */
export function incompatible(before: Part, now: Part): string[] {
  return [...gone('paths', before, now), ...gone('webhooks', before, now)].concat(
    calls(before).flatMap(([name, path, method, call]) => {
      const twin = ((now.paths as Part)[path] as Part | undefined)?.[method] as Part | undefined
      return twin ? callChanges(name, resolved(call, before), resolved(twin, now)) : []
    })
  )
}

function calls(document: Part): [name: string, path: string, method: string, call: Part][] {
  return Object.entries(document.paths as Record<string, Part>).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const name = `${method.toUpperCase()} ${path}`
      return [name, path, method, item[method] as Part] as [string, string, string, Part]
    })
  )
}

/** Paths with a method, or webhooks, that no longer exist. */
function gone(key: 'paths' | 'webhooks', before: Part, now: Part): string[] {
  const namesOf = (document: Part) =>
    key === 'paths' ? calls(document).map(([name]) => name) : Object.keys(document.webhooks ?? {})
  const left = new Set(namesOf(now))
  return namesOf(before)
    .filter((name) => !left.has(name))
    .map((name) => `${name} is gone`)
}

function callChanges(name: string, before: Part, now: Part): string[] {
  const parameters = parametersOf(before)
  const added = Object.entries(parametersOf(now)).flatMap(([key, one]) => {
    const known = parameters[key]
    if (one.required && !known?.required) return [`${name}: ${key} became required`]
    return known ? asked(`${name}: ${key}`, known.schema as Part, one.schema as Part) : []
  })
  const lost = missing(`${name}:`, parameters, parametersOf(now))
  const [sent, takes] = [bodyOf(before.requestBody), bodyOf(now.requestBody)]
  const body = takes ? asked(`${name}: body`, sent ?? {}, takes) : []
  const answers = (now.responses ?? {}) as Record<string, Part>
  const responses = Object.entries((before.responses ?? {}) as Record<string, Part>).flatMap(
    ([status, one]) => {
      const twin = answers[status]
      if (!twin) return [`${name}: ${status} is gone`]
      return answered(`${name}: ${status}`, bodyOf(one) ?? {}, bodyOf(twin) ?? {})
    }
  )
  return [...lost, ...added, ...body, ...responses]
}

const parametersOf = ({ parameters = [] }: Part) =>
  Object.fromEntries((parameters as Part[]).map((one) => [`${String(one.in)} ${String(one.name)}`, one]))

function bodyOf(holder: unknown): Part | undefined {
  const content = ((holder ?? {}) as Part).content as Record<string, { schema: Part }> | undefined
  return content?.['application/json']?.schema
}

/** Changes in what a client sends: a value that was accepted must still be accepted. */
function asked(at: string, before: Part, now: Part): string[] {
  const needed = required(now).filter((field) => !required(before).includes(field))
  return [...needed.map((field) => `${at}.${field} became required`), ...changes(at, before, now, asked)]
}

/** Changes in what a client reads: a value that was present must still be present. */
function answered(at: string, before: Part, now: Part): string[] {
  const optional = required(before).filter((field) => !required(now).includes(field) && fieldsOf(now)[field])
  return [...optional.map((field) => `${at}.${field} became optional`), ...changes(at, before, now, answered)]
}

function changes(at: string, before: Part, now: Part, deeper: typeof asked): string[] {
  const [fields, left] = [fieldsOf(before), fieldsOf(now)]
  const retyped = typeOf(before) !== typeOf(now) && before.type !== undefined
  const values = ((before.enum ?? []) as unknown[]).filter(
    (value) => now.enum && !(now.enum as unknown[]).includes(value)
  )
  return [
    ...(retyped ? [`${at}: the type was ${typeOf(before)} and is ${typeOf(now)}`] : []),
    ...values.map((value) => `${at}: the value ${JSON.stringify(value)} is gone`),
    ...missing(`${at}.`, fields, left),
    ...Object.keys(fields).flatMap((name) =>
      left[name] ? deeper(`${at}.${name}`, fields[name], left[name]) : []
    ),
    ...(before.items && now.items ? deeper(`${at}[]`, before.items as Part, now.items as Part) : []),
  ]
}

const required = ({ required: names = [] }: Part) => names as string[]
const fieldsOf = ({ properties = {} }: Part) => properties as Record<string, Part>
const typeOf = ({ type }: Part) => JSON.stringify([type].flat().sort())

function missing(at: string, before: Part, now: Part): string[] {
  return Object.keys(before)
    .filter((name) => !(name in now))
    .map((name) => `${at}${at.endsWith(':') ? ' ' : ''}${name} is gone`)
}

/** The part with its references replaced by their content; a shape inside itself stays a reference. */
function resolved(part: Part, document: Part, above: readonly string[] = []): Part {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    return typeof value === 'object' && value !== null ? resolved(value as Part, document, above) : value
  }
  const ref = part.$ref as string | undefined
  if (ref === undefined) return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, walk(one)]))
  if (above.includes(ref)) return part
  const target = ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Part)[key], document)
  return resolved(target as Part, document, [...above, ref])
}
