import type { Entry } from './route_entry.js'
import type { ReadRoute } from './read_routes.js'
import { requestSchema, type Schema } from './vine_schema.js'

/** Headers that many calls take; each call refers to them. */
export const SHARED_PARAMETERS = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the call safe to repeat. For 24 hours, the same key with the same request gets the same answer, and the call has its effect only once.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,128}$' },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description:
      'The `revision` that you have read, in quotes. If the record has changed since then, the answer is CONFLICT and nothing changes.',
    schema: { type: 'string', pattern: '^"[0-9]{1,10}"$' },
    example: '"7"',
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      'With `wait=N`, the service waits at most N seconds for the operation to end. If the operation ends in time, the answer is 200 with the finished operation. If not, the answer is 202. Without `wait=N`, the answer is 202 at once.',
    schema: { type: 'string' },
    example: 'wait=30',
  },
}

/** The headers of a signed call (interface#54-request-signing, interface#55-signed-responses). */
const SIGNING = Object.entries({
  'X-Svc-Timestamp':
    'The current time in Unix seconds. It may differ by at most 300 seconds from the clock of the service.',
  'X-Svc-Nonce': 'Any random text of 16 to 64 characters. Each text works once per product.',
  'X-Svc-Signature':
    'Lowercase hex HMAC-SHA256 over the canonical string, with the signing secret of the API key.',
  'X-Svc-Response-Nonce':
    'Asks for an answer that is signed for this call: 16 to 64 characters of `A-Z a-z 0-9 _ -`.',
}).map(([name, description]) => ({ name, in: 'header', description, schema: { type: 'string' } }))

const shared = (name: keyof typeof SHARED_PARAMETERS) => ({ $ref: `#/components/parameters/${name}` })

/** Ids are UUIDs; other path parameters are plain strings. */
export const isId = (param: string) => param === 'id' || param.endsWith('Id')

/** The parameters of a call: of its path, its query and its headers. */
export function parametersOf(
  route: ReadRoute,
  { query, fields = {}, ifMatch }: Entry,
  put: (schema: Schema) => Schema
) {
  const said = (name: string) => fields[name] && { description: fields[name] }
  const path = route.params.map((name) => ({
    name,
    in: 'path',
    required: true,
    ...said(name),
    schema: isId(name) ? { type: 'string', format: 'uuid' } : { type: 'string' },
  }))
  const { properties = {}, required = [] } = query ? put(requestSchema(query)) : {}
  const asked = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    ...(description !== undefined && { description }),
    ...said(name),
    schema,
  }))
  return [
    ...path,
    ...asked,
    ...(route.signed ? SIGNING : []),
    ...(ifMatch ? [shared('If-Match')] : []),
    ...(route.idempotent ? [shared('Idempotency-Key')] : []),
    ...(route.waits ? [shared('Prefer')] : []),
  ]
}
