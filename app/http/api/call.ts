import type { Code } from '#kernel/refusals/codes'
import type { Components } from './components.js'
import type { ErrorResponses } from './error_responses.js'
import { isId, parametersOf } from './parameters.js'
import type { ReadRoute } from './read_routes.js'
import { responsesOf } from './responses.js'
import type { Entry, FileBody, Validator } from './route_entry.js'
import { requestSchema, type Schema } from './vine_schema.js'

type Shared = { components: Components; errors: ErrorResponses }

/** One operation of the document, built from its route and its entry. */
export function callOf(read: ReadRoute, entry: Entry, { components, errors }: Shared) {
  const accepts = [entry.success].flat().some(({ status }) => status === 202)
  const route = { ...read, ...entry.reads, waits: read.waits && accepts }
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
    ...(route.role && { 'x-role': route.role }),
    ...(route.permission && { 'x-permission': route.permission }),
    security: route.credentials.map((name) => ({ [name]: [] })),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: responsesOf(route, entry, errors.of(codesOf(route, entry)), components),
  }
}

/** The codes of an operation: those of its middleware and its action, and those that follow from its inputs. */
function codesOf(route: ReadRoute, { refuses = [], query, body }: Entry): Set<Code> {
  const codes = new Set<Code>([...route.refuses, ...refuses])
  if (query || (body && !isUpload(body)) || route.params.some(isId)) codes.add('VALIDATION_ERROR')
  if (query && 'cursor' in (requestSchema(query).properties ?? {})) codes.add('INVALID_CURSOR')
  return codes
}

function descriptionOf({ role, permission }: ReadRoute, { description, permissions }: Entry) {
  const parts = [
    description,
    role && `Requires the role ${role} or a higher role.`,
    permission && `Requires an API key with the permission \`${permission}\`.`,
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
      throw new Error(`The entry of ${name} describes ${field}, which the route does not accept`)
  }
}

function isUpload(body: Validator | FileBody): body is FileBody {
  return 'upload' in body
}
