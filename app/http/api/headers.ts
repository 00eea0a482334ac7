/** Headers of every response (interface#rate-limit-headers), and those of single statuses. */
const LIMIT = 'requests per minute; -1 means unlimited'

export const HEADERS = {
  'x-request-id': {
    description:
      'The id of the request: the id that was sent, or a new one. Give it to the operator when you report a problem.',
    schema: { type: 'string' },
    required: true,
  },
  'X-RateLimit-Limit-IP': counted(`The limit of the IP address: ${LIMIT}.`, true),
  'X-RateLimit-Remaining-IP': counted('The requests that remain in this minute.', true),
  'X-RateLimit-Limit-Product': counted(`The limit of the product of the API key: ${LIMIT}.`, true),
  'X-RateLimit-Remaining-Product': counted('The requests that remain in this minute.', true),
  'X-RateLimit-Limit-Key': counted(`The limit of the API key that was sent: ${LIMIT}.`, false),
  'X-RateLimit-Remaining-Key': counted('The requests that remain in this minute.', false),
  'Retry-After': {
    description: 'The number of seconds after which the call can be repeated.',
    schema: { type: 'integer' },
  },
  'WWW-Authenticate': { description: 'The challenge (RFC 9110).', schema: { type: 'string' } },
  Location: { description: 'The address of the result.', schema: { type: 'string' } },
  'Preference-Applied': {
    description: 'The preference that was applied, such as `wait=10` (RFC 7240).',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: '`true` if this is the stored answer of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
}

type Header = keyof typeof HEADERS

const ALWAYS: Header[] = [
  'x-request-id',
  ...(['Limit-IP', 'Remaining-IP', 'Limit-Product', 'Remaining-Product'] as const).map(
    (name) => `X-RateLimit-${name}` as const
  ),
  'X-RateLimit-Limit-Key',
  'X-RateLimit-Remaining-Key',
]

const BY_STATUS: Record<number, Header[]> = {
  202: ['Location'],
  303: ['Location'],
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  500: ['Retry-After'],
  503: ['Retry-After'],
}

/** References to the headers of a response with this status, and to further ones. */
export function headersOf(status: number, ...more: Header[]): Record<string, { $ref: string }> {
  const names = [...ALWAYS, ...(BY_STATUS[status] ?? []), ...more]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function counted(description: string, required: boolean) {
  return { description, schema: { type: 'integer' }, required }
}
