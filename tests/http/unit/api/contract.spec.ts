import { test } from '@japa/runner'
import { ApiContract, unseenCodes, type ApiDocument, type Answered } from '#tests/testkit/api_contract'

const error = (code: string) => ({
  type: 'object',
  properties: {
    ok: { const: false },
    error: {
      type: 'object',
      properties: { code: { const: code }, message: { type: 'string' } },
      required: ['code', 'message'],
    },
  },
  required: ['ok', 'error'],
})
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const DOCUMENT: ApiDocument = {
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'things.show',
        responses: {
          200: { headers: { 'x-request-id': {} }, ...json(ref('Thing')) },
          404: { $ref: '#/components/responses/Missing' },
        },
      },
    },
  },
  components: {
    responses: { Missing: json({ anyOf: [ref('NOT_FOUND'), ref('GONE')] }) },
    schemas: {
      Thing: {
        type: 'object',
        properties: { id: { type: 'string' }, at: { type: ['string', 'null'] } },
        required: ['id'],
      },
      NOT_FOUND: error('NOT_FOUND'),
      GONE: error('GONE'),
    },
  },
}

const refused = (code: string, more = {}) => ({ ok: false, error: { code, message: 'No', ...more } })

function noted(body: unknown, more: Partial<Answered> = {}) {
  const contract = new ApiContract(DOCUMENT)
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\nX-Request-Id: 1\r\n\r\n'
  contract.note({
    method: 'GET',
    pattern: '/things/:id',
    status: 200,
    head,
    body: Buffer.from(JSON.stringify(body)),
    ...more,
  })
  return contract
}
const problemsOf = (...answer: Parameters<typeof noted>) => [...noted(...answer).problems.keys()].join('\n')

test.group('an answer held against the document', () => {
  for (const [what, body, more] of [
    ['as documented', { id: 'a', at: null }, {}],
    ['without an optional field', { id: 'a' }, {}],
    ['that refuses with a documented code', refused('GONE'), { status: 404 }],
    ['to HEAD, which has no body', {}, { method: 'HEAD', body: Buffer.alloc(0) }],
    ['of a route that the document lacks', { any: 'thing' }, { pattern: '/others/:id' }],
  ] as [string, unknown, Partial<Answered>][]) {
    test(`is fine ${what}`, ({ assert }) => {
      assert.equal(problemsOf(body, more), '')
    })
  }

  for (const [what, body, more, problem] of [
    ['a field too many', { id: 'a', secret: 1 }, {}, /additional properties: secret/],
    ['a field too few', {}, {}, /required property 'id'/],
    ['another type', { id: 'a', at: 5 }, {}, /\/at must be string,null/],
    ['an undocumented status', { id: 'a' }, { status: 201 }, /201: the status is not documented/],
    ['an undocumented code', refused('CONFLICT'), { status: 404 }, /the code CONFLICT is not documented/],
    [
      'a field too many in a refusal',
      refused('GONE', { sql: '' }),
      { status: 404 },
      /additional properties: sql/,
    ],
    ['another content type', {}, { head: 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n' }, /text\/html/],
    [
      'a header that is missing',
      { id: 'a' },
      { head: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n' },
      /x-request-id is missing/,
    ],
    ['a body that is no JSON', {}, { body: Buffer.from('{') }, /not JSON/],
  ] as [string, unknown, Partial<Answered>, RegExp][]) {
    test(`is a problem with ${what}`, ({ assert }) => {
      assert.match(problemsOf(body, more), problem)
    })
  }

  test('says which declared codes no answer had', ({ assert }) => {
    const { seen } = noted(refused('GONE'), { status: 404 })
    const entries = { 'things.show': { refuses: ['GONE', 'NOT_FOUND'] as const } }
    assert.deepEqual(unseenCodes(entries, new Set(['things.show 410 GONE'])), ['things.show NOT_FOUND'])
    assert.deepEqual([...seen], ['things.show 404 GONE'])
  })
})
