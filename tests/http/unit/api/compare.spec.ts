import { existsSync } from 'node:fs'
import { test } from '@japa/runner'
import { ROOT, textOf } from '#tests/testkit/project_files'
import { API_FILE } from '../../../../bin/pages/api/api_file.js'
import { incompatible } from '#tests/testkit/api_compare'

/** The document of the last release; making a release writes it. */
const RELEASED = 'resources/reference/released.json'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })

/** A document with one call. */
const KNOWN = JSON.stringify({
  paths: {
    '/things': {
      post: {
        parameters: [{ in: 'query', name: 'sort', schema: { type: 'string', enum: ['a', 'b'] } }],
        requestBody: json({
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, note: { type: 'string' } },
        }),
        responses: { 200: json({ $ref: '#/components/schemas/Thing' }), 404: {} },
      },
    },
  },
  webhooks: { 'thing.made': {} },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string' }, kind: { enum: ['x', 'y'] } },
      },
    },
  },
})

const differences = (now: string) => incompatible(JSON.parse(KNOWN), JSON.parse(now))

test.group('comparing API documents', () => {
  test('{1}')
    .with([
      [['"/things"', '"/others"'], 'POST /things is gone'],
      [['"post"', '"put"'], 'POST /things is gone'],
      [['"thing.made"', '"thing.born"'], 'thing.made is gone'],
      [['"404"', '"410"'], 'POST /things: 404 is gone'],
      [['["a","b"]', '["a"]'], 'POST /things: query sort: the value "b" is gone'],
      [['["x","y"]', '["x"]'], 'POST /things: 200.kind: the value "y" is gone'],
      [['["name"]', '["name","note"]'], 'POST /things: body.note became required'],
      [['"note"', '"memo"'], 'POST /things: body.note is gone'],
      [['"kind"', '"sort"'], 'POST /things: 200.kind is gone'],
      [['["id"]', '[]'], 'POST /things: 200.id became optional'],
      [
        ['"id":{"type":"string"}', '"id":{"type":"integer"}'],
        'POST /things: 200.id: the type was ["string"] and is ["integer"]',
      ],
      [['"name":"sort"', '"name":"sort","required":true'], 'POST /things: query sort became required'],
    ] as [[string, string], string][])
    .run(({ assert }, [[from, to], line]) => {
      assert.include(KNOWN, from)
      assert.deepEqual(differences(KNOWN.replace(from, to)), [line])
    })

  test('what is new and optional breaks nobody')
    .with([
      ['["a","b"]', '["a","b","c"]'],
      ['"404":{}', '"404":{},"409":{}'],
      ['"note"', '"memo":{"type":"string"},"note"'],
      ['"thing.made"', '"thing.lost":{},"thing.made"'],
    ])
    .run(({ assert }, [from, to]) => assert.deepEqual(differences(KNOWN.replace(from, to)), []))

  test('each difference from the last release has a line in the changes of the API', async ({ assert }) => {
    const now = JSON.parse(await textOf(API_FILE)) as Parameters<typeof incompatible>[0]
    assert.deepEqual(incompatible(now, now), [])
    if (!existsSync(`${ROOT}/${RELEASED}`)) return
    const released = JSON.parse(await textOf(RELEASED)) as typeof now
    const changes = await textOf('docs/api/changelog.md')
    assert.deepEqual(
      incompatible(released, now).filter((line) => !changes.includes(line)),
      []
    )
  })
})
