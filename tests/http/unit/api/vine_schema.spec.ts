import { test } from '@japa/runner'
import vine from '@vinejs/vine'
import { requestSchema } from '#http/api/vine_schema'
import { documented } from '#http/documented'
import { flag, moment, nullableMoment, uuid, whole } from '#http/fields'
import { strict } from '#http/strict'

const field = (schema: Parameters<typeof strict>[0][string]) =>
  requestSchema(strict({ field: schema })).properties!.field

test.group('the schema of a validator', () => {
  for (const [what, schema, expected] of [
    ['a text', vine.string().maxLength(5), { type: 'string', maxLength: 5 }],
    ['a UUID', uuid(), { type: 'string', format: 'uuid' }],
    ['a whole number', whole().range([1, 9]), { type: 'integer', minimum: 1, maximum: 9 }],
    ['one of some', vine.enum(['a', 'b'] as const), { type: 'string', enum: ['a', 'b'] }],
    [
      'one of some, or null',
      vine
        .enum(['a', 'b'] as const)
        .nullable()
        .optional(),
      { type: ['string', 'null'], enum: ['a', 'b', null] },
    ],
    ['a flag of a query', flag(), { type: 'boolean' }],
    ['a boolean', vine.boolean({ strict: true }), { type: 'boolean' }],
    ['a loose boolean', vine.boolean(), { type: 'boolean' }],
    [
      'a list',
      vine.array(uuid()).minLength(1),
      { type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1 },
    ],
    [
      'a moment',
      moment(),
      {
        anyOf: [
          { type: 'string', format: 'date-time' },
          { type: 'string', format: 'date' },
        ],
      },
    ],
    [
      'a moment, or null',
      nullableMoment(),
      {
        anyOf: [
          { type: 'string', format: 'date-time' },
          { type: 'string', format: 'date' },
          { type: 'null' },
        ],
      },
    ],
    ['a named shape', vine.any().use(documented({ $ref: 'Policy' })), { $ref: 'Policy' }],
    [
      'a named shape, or null',
      vine
        .any()
        .use(documented({ $ref: 'Policy' }))
        .nullable()
        .optional(),
      { anyOf: [{ $ref: 'Policy' }, { type: 'null' }] },
    ],
    [
      'a number with a default, or null',
      whole()
        .use(documented({ default: 1 }))
        .nullable()
        .optional(),
      { type: ['integer', 'null'], default: 1 },
    ],
  ] as const) {
    test(`of ${what}`, ({ assert }) => {
      assert.deepEqual(field(schema), expected)
    })
  }

  test('names the fields that are needed, and no empty list of them', ({ assert }) => {
    const fields = { id: uuid(), name: vine.string().optional() }
    assert.deepEqual(requestSchema(strict(fields)).required, ['id'])
    assert.notProperty(requestSchema(strict({ name: vine.string().optional() })), 'required')
  })

  test('is closed where the validator refuses unknown fields, at any depth', ({ assert }) => {
    const fields = { entries: vine.array(vine.object({ id: uuid() })) }
    const closed = requestSchema(strict(fields))
    assert.isFalse(closed.additionalProperties)
    assert.isFalse((closed.properties!.entries.items as Record<string, unknown>).additionalProperties)
    const open = requestSchema(vine.create(fields))
    assert.notProperty(open, 'additionalProperties')
    assert.notProperty(open.properties!.entries.items, 'additionalProperties')
  })

  test('documenting a field changes nothing about what it takes', async ({ assert }) => {
    const validator = strict({ field: vine.string().use(documented({ pattern: '^x$' })) })
    assert.deepEqual(await validator.validate({ field: 'y' }), { field: 'y' })
    await assert.rejects(() => validator.validate({ field: null }))
  })
})
