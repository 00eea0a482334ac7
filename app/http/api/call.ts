import type { Code } from '#kernel/refusals/codes'
import type { Components } from './components.js'
import type { Success, Entry, FileBody, Validator } from './route_entry.js'
import type { ErrorResponses } from './error_responses.js'
import { headersOf } from './headers.js'
import { isId, parametersOf } from './parameters.js'
import type { ReadRoute } from './read_routes.js'
import { requestSchema, type Schema } from './vine_schema.js'

type Shared = { components: Components; errors: ErrorResponses }

/** One call of the document: what the route says, and what its entry says. */
export function callOf(route: ReadRoute, entry: Entry, { components, errors }: Shared) {
  const put = (schema: Schema) => components.put(schema)
  const parameters = parametersOf(route, entry, put)
  const body = entry.body && requestBody(entry.body, entry, route, put)
  assertFields(route, entry, put)
  const description = descriptionOf(route, entry)
  return {
    operationId: route.name,
    tags: [entry.tag],
    summary: entry.summary,
    ...(description && { description }),
    ...(entry.deprecated && { deprecated: true, 'x-sunset': entry.deprecated.until }),
    ...(route.role && { 'x-role': route.role }),
    ...(route.permission && { 'x-permission': route.permission }),
    security: route.credentials.map((name) => ({ [name]: [] })),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: { ...successes(route, entry, components), ...errors.of(codesOf(route, entry)) },
  }
}

/** The codes of a call: those of its middleware, of its action, and those that follow from what it takes. */
function codesOf(route: ReadRoute, { refuses = [], reads, query, body }: Entry): Set<Code> {
  const codes = new Set<Code>([...route.refuses, ...refuses, ...(reads?.refuses ?? [])])
  if (query || (body && !isUpload(body)) || route.params.some(isId)) codes.add('VALIDATION_ERROR')
  if (query && 'cursor' in (requestSchema(query).properties ?? {})) codes.add('INVALID_CURSOR')
  return codes
}

function descriptionOf({ role, permission }: ReadRoute, { description, permissions, deprecated }: Entry) {
  const parts = [
    deprecated && `Outdated since ${deprecated.since}, ends on ${deprecated.until}: ${deprecated.instead}`,
    description,
    role && `Needs the role ${role} or a higher one.`,
    permission && `Needs an API key with the permission \`${permission}\`.`,
    permissions,
  ]
  return parts.filter(Boolean).join('\n\n')
}

function requestBody(
  body: Validator | FileBody,
  { fields = {}, example }: Entry,
  { bodyLimit }: ReadRoute,
  put: (schema: Schema) => Schema
) {
  const limit = bodyLimit && { description: `At most ${bodyLimit / 1024} KiB.` }
  if (isUpload(body)) {
    const types = Object.entries(body.upload).map(([type, description]) => [
      type,
      { schema: { description } },
    ])
    return { ...limit, required: true, content: Object.fromEntries(types) }
  }
  const schema = put(requestSchema(body))
  for (const [name, said] of Object.entries(fields)) {
    const field = schema.properties?.[name]
    if (field) field.description = said
  }
  return {
    ...limit,
    ...(schema.required && { required: true }),
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  }
}

/** @throws Error for a sentence about a field that the call does not take. */
function assertFields({ name, params }: ReadRoute, entry: Entry, put: (schema: Schema) => Schema) {
  const schemas = [entry.query, entry.body].filter((one) => one && !isUpload(one)) as Validator[]
  const known = [
    ...params,
    ...schemas.flatMap((one) => Object.keys(put(requestSchema(one)).properties ?? {})),
  ]
  for (const field of Object.keys(entry.fields ?? {})) {
    if (!known.includes(field))
      throw new Error(`The entry of ${name} tells of ${field}, which it does not take`)
  }
}

function isUpload(body: Validator | FileBody): body is FileBody {
  return 'upload' in body
}

function successes(route: ReadRoute, { success }: Entry, components: Components) {
  const given: readonly Success[] = 'status' in success ? [success] : success
  const waited = route.waits ? given.filter(({ status }) => status === 202).map(finished) : []
  const sorted = [...given, ...waited].sort((one, other) => one.status - other.status)
  return Object.fromEntries(
    sorted.map((answer) => [String(answer.status), response(answer, route, components)])
  )
}

/** The answer to the same call with Prefer: wait, when the operation has ended in time. */
function finished(accepted: Success): Success {
  return { ...accepted, status: 200, description: 'With `Prefer: wait`: the operation has ended.' }
}

const USUAL: Record<number, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted: an operation does the rest.',
  204: 'Done; there is no body.',
  302: 'Found elsewhere.',
  303: 'See the address in Location.',
}

function response(
  { status, body, type, headers = {}, description }: Success,
  route: ReadRoute,
  components: Components
) {
  const replayed = route.idempotent && status < 300 ? (['Idempotent-Replayed'] as const) : []
  const applied = route.waits ? (['Preference-Applied'] as const) : []
  const own = Object.entries(headers).map(([name, said]) => [
    name,
    { description: said, schema: { type: 'string' } },
  ])
  return {
    description: description ?? USUAL[status] ?? 'Done.',
    headers: { ...headersOf(status, ...replayed, ...applied), ...(Object.fromEntries(own) as object) },
    ...(body && { content: { [type ?? 'application/json']: { schema: components.put(body) } } }),
  }
}
