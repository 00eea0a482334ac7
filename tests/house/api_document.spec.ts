import { test } from '@japa/runner'
import router from '@adonisjs/core/services/router'
import { textOf } from '#tests/testkit/project_files'
import { API_FILE } from '../../bin/pages/api/api_file.js'
import { apiText, documentOf } from '../../bin/pages/api/api_text.js'
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
