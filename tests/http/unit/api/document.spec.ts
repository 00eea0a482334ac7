import { test } from '@japa/runner'
import vine from '@vinejs/vine'
import { apiDocument, type Description } from '#http/api/document'
import type { Entry } from '#http/api/route_entry'
import { readRoutes, type Listing } from '#http/api/read_routes'
import { inEnvelope, shape } from '#http/api/shapes'
import type { Describing } from '#http/described'
import { uuid as uuidField } from '#http/fields'
import { cursorField } from '#http/page'
import { strict, strictQuery } from '#http/strict'

const { list, named, nextCursor, object, uuid } = shape

type Operation = {
  parameters: { name?: string; $ref?: string }[]
  security: object[]
  responses: Record<string, { $ref?: string; content?: object }>
  [key: string]: unknown
}

const Thing = named('Thing', { id: uuid() }, 'A thing.')

const needs: Describing = {
  describe: ({ role }: { role: string }) => ({ role, credentials: ['userToken'], refuses: ['FORBIDDEN'] }),
}
const once: Describing = {
  describe: (_options, { method }) => ({
    refuses: method === 'GET' ? [] : ['BAD_IDEMPOTENCY_KEY'],
    idempotent: true,
  }),
}
const waits: Describing = { describe: () => ({ refuses: [], waits: true }) }
const everywhere: Describing[] = [{ describe: () => ({ refuses: ['RATE_LIMITED'] }) }]

function listing(...middleware: { name: string; args?: unknown }[]): Listing {
  const route = (name: string, methods: string[], pattern: string) => ({
    name,
    methods,
    pattern,
    middleware: { all: () => middleware },
  })
  return {
    toJSON: () => ({
      root: [
        route('things.index', ['GET', 'HEAD'], '/things'),
        route('things.show', ['GET', 'HEAD'], '/things/:id'),
        route('things.store', ['POST'], '/things'),
        route('keyed.things.store', ['POST'], '/keyed/things'),
      ],
    }),
  }
}

const things = inEnvelope(200, object({ things: list(Thing), nextCursor: nextCursor() }))
const thing = inEnvelope(200, object({ thing: Thing }))
const entries: Record<string, Entry> = {
  'things.index': {
    tag: 'Things',
    summary: 'List',
    query: strictQuery({ cursor: cursorField() }),
    success: things,
  },
  'things.show': { tag: 'Things', summary: 'Read', success: thing, refuses: ['NOT_FOUND'] },
  'things.store': {
    tag: 'Things',
    summary: 'Make',
    body: strict({ ownerId: uuidField(), name: vine.string() }),
    fields: { ownerId: 'Whose it is.' },
    success: { ...thing, status: 202 },
    refuses: ['CONFLICT'],
  },
}

function made(more: Partial<Description> = {}, router = listing({ name: 'needs', args: { role: 'ADMIN' } })) {
  const routes = readRoutes(router, { needs, once, waits }, everywhere)
  return apiDocument({
    title: 'Test',
    version: '1',
    description: 'A test.',
    routes,
    entries,
    tags: { Things: 'All things.', Events: 'Events.' },
    shapes: [],
    events: {},
    ...more,
  })
}

const operation = (document: ReturnType<typeof made>, path: string, method: string) =>
  document.paths[path][method] as Operation

/** The codes of a response, taken from its name in the document. */
const codesOf = ({ responses }: Operation, status: number) =>
  responses[status]?.$ref?.replace(/^.*Error\d+\./, '').split('.')

test.group('the API document', () => {
  test('reads path, credential and role off the route', ({ assert }) => {
    const show = operation(made(), '/things/{id}', 'get')
    assert.deepEqual(show.security, [{ userToken: [] }])
    assert.equal(show['x-role'], 'ADMIN')
    assert.deepInclude(show.parameters[0], {
      name: 'id',
      in: 'path',
      schema: { type: 'string', format: 'uuid' },
    })
  })

  test('has the codes of the middleware, of the action and of what the call takes', ({ assert }) => {
    const document = made()
    const show = operation(document, '/things/{id}', 'get')
    assert.deepEqual(codesOf(show, 400), ['VALIDATION_ERROR'])
    assert.deepEqual(codesOf(show, 403), ['FORBIDDEN'])
    assert.deepEqual(codesOf(show, 404), ['NOT_FOUND'])
    assert.deepEqual(codesOf(show, 429), ['RATE_LIMITED'])
    assert.deepEqual(codesOf(show, 503), ['INTERNAL', 'DATABASE_ERROR'])
    assert.deepEqual(codesOf(operation(document, '/things', 'get'), 400), [
      'VALIDATION_ERROR',
      'INVALID_CURSOR',
    ])
  })

  test('tells the status and the retry class of each code', ({ assert }) => {
    const { RATE_LIMITED } = made().components.schemas
    assert.deepInclude(RATE_LIMITED, { 'x-status': 429, 'x-retry': 'wait' })
  })

  test('has Idempotency-Key on the routes that take it', ({ assert }) => {
    const store = operation(made({}, listing({ name: 'once' })), '/things', 'post')
    assert.deepInclude(store.parameters, { $ref: '#/components/parameters/Idempotency-Key' })
    assert.include(codesOf(store, 400), 'BAD_IDEMPOTENCY_KEY')
  })

  test('has 200 beside 202 on the routes that wait', ({ assert }) => {
    const { responses } = operation(made({}, listing({ name: 'waits' })), '/things', 'post')
    assert.deepEqual(responses[200].content, responses[202].content)
  })

  test('merges bodies of one status, and those of refusals with the same', ({ assert }) => {
    const success = [
      thing,
      { status: 200, body: Thing, type: 'text/csv' },
      { status: 403, body: object({ allow: uuid() }) },
    ]
    const show = { ...entries['things.show'], success }
    const { responses } = operation(
      made({ entries: { ...entries, 'things.show': show } }),
      '/things/{id}',
      'get'
    )
    assert.sameMembers(Object.keys(responses[200].content!), ['application/json', 'text/csv'])
    const { anyOf } = (responses[403].content as Record<string, { schema: { anyOf: object[] } }>)[
      'application/json'
    ].schema
    assert.lengthOf(anyOf, 2)
    assert.deepEqual(anyOf[1], { $ref: '#/components/schemas/FORBIDDEN' })
  })

  test('takes from the entry what a route outside the framework does not show', ({ assert }) => {
    const reads = { credentials: ['apiKey'], signed: true, bodyLimit: 1024 } as const
    const store = { ...entries['things.store'], reads }
    const call = operation(made({ entries: { ...entries, 'things.store': store } }), '/things', 'post')
    assert.deepEqual(call.security, [{ apiKey: [] }])
    assert.includeMembers(
      call.parameters.map(({ name }) => name),
      ['X-Svc-Timestamp', 'X-Svc-Nonce', 'X-Svc-Signature']
    )
  })

  test('gives a keyed route the entry of its twin', ({ assert }) => {
    assert.equal(operation(made(), '/keyed/things', 'post').summary, 'Make')
  })

  test('has each named shape once, wherever it is used', ({ assert }) => {
    const document = made()
    const whole = JSON.stringify(document)
    assert.property(document.components.schemas, 'Thing')
    assert.equal(whole.split('"A thing."').length, 2)
    assert.isAbove(whole.split('"#/components/schemas/Thing"').length, 2)
  })

  for (const [problem, more] of [
    ['a tag without a sentence', { tags: {} }],
    ['an entry without a route', { entries: { ...entries, 'things.gone': entries['things.show'] } }],
    [
      'a sentence about a field that the call does not take',
      {
        entries: {
          ...entries,
          'things.show': { ...entries['things.show'], fields: { colour: 'Its colour.' } },
        },
      },
    ],
    ['two shapes of one name', { shapes: [named('Thing', { other: uuid() }, 'Another thing.')] }],
  ] satisfies [string, Partial<Description>][]) {
    test(`is not made with ${problem}`, ({ assert }) => {
      assert.throws(() => made(more))
    })
  }

  test('is not made with a middleware that does not describe itself', ({ assert }) => {
    assert.throws(() => made({}, listing({ name: 'unknown' })), /unknown/)
  })
})
