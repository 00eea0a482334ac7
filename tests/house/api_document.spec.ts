import { test } from '@japa/runner'
import router from '@adonisjs/core/services/router'
import { EVENT_NAMES } from '#kernel/outbox/events'
import { textOf } from '#tests/testkit/project_files'
import { API_FILE } from '../../bin/pages/api/api_file.js'
import { apiText, documentOf } from '../../bin/pages/api/api_text.js'
import { describedEvents } from '../../bin/pages/api/events.js'
import { madeTexts } from '../../bin/pages/reference/made_texts.js'

const INTERNAL = /^(admin|billing|console_pages|home_pages|portal_pages|references|sign_in_pages)\./

test.group('the API document', () => {
  test('is as "npm run pages" makes it', async ({ assert }) => {
    assert.equal(apiText(router), await textOf(API_FILE))
  })

  test('has its texts as "npm run pages" makes them', async ({ assert }) => {
    for (const [file, text] of Object.entries(madeTexts(apiText(router)))) {
      assert.equal(await textOf(file), text, file)
    }
  })

  test('describes every route but pages for people and billing, which is off', ({ assert }) => {
    const { paths } = documentOf(router)
    const described = Object.values(paths).flatMap((path) =>
      Object.values(path).map((one) => (one as { operationId: string }).operationId)
    )
    const routes = Object.values(router.toJSON()).flat()
    const expected = routes.map(({ name }) => name!).filter((name) => !INTERNAL.test(name))
    assert.sameMembers([...new Set(described)], [...new Set(expected)])
  })

  test('is not made while a route is not described', ({ assert }) => {
    const motto = {
      name: 'status.motto',
      pattern: '/v1/status/motto',
      methods: ['GET'],
      middleware: { all: () => [] },
    }
    const listed = { ...router.toJSON(), added: [motto] }
    assert.throws(
      () => documentOf({ toJSON: () => listed }),
      /^The route status\.motto is not described: add its entry to the http\/api\.ts of its subject/
    )
  })

  test('is not made while an event is not described', ({ assert }) => {
    assert.throws(
      () => describedEvents([...EVENT_NAMES, 'license.touched']),
      'The event license.touched is not described: add the shape of its data to app/webhooks/http/events_shape.ts'
    )
  })

  test('says of every PATCH that it needs a field, but of those of a profile', ({ assert }) => {
    const { paths } = documentOf(router)
    type Patch = { operationId: string; requestBody: { content: Record<string, { schema: object }> } }
    const patches = Object.values(paths).flatMap(({ patch }) => (patch ? [patch as unknown as Patch] : []))
    const lax = patches.filter(({ requestBody }) => {
      const { required, minProperties, allOf } = requestBody.content['application/json'].schema as {
        [keyword: string]: unknown
      }
      return !required && !minProperties && !allOf
    })
    assert.sameMembers(
      lax.map(({ operationId }) => operationId),
      ['me.update', 'end_users.own_profile.update']
    )
  })
})
