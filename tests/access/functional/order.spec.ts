import { test } from '@japa/runner'
import router from '@adonisjs/core/services/router'
import { bodies } from '#config/bodies'

type Named = { name?: string; args?: { limit?: number } }

/** The middleware of each route, in order. */
const routes = () =>
  Object.values(router.toJSON())
    .flat()
    .map(({ methods, pattern, middleware }) => ({
      route: `${methods[0]} ${pattern}`,
      before: [...middleware.all()] as Named[],
    }))

const CREDENTIALS = ['user', 'apiKey', 'bootstrap']
const TENANTS = ['org', 'product', 'license', 'managedApiKey', 'activeOrg']

test.group('what stands before the routes', () => {
  test('credential, tenant, body and Idempotency-Key, in this order', ({ assert }) => {
    let checked = 0
    for (const { route, before } of routes()) {
      const ranks = before
        .map(({ name = '' }) =>
          [CREDENTIALS, ['replay'], TENANTS, ['body'], ['idempotency']].findIndex((rank) =>
            rank.includes(name)
          )
        )
        .filter((rank) => rank >= 0)
      assert.deepEqual(ranks, ranks.toSorted(), route)
      if (ranks.length > 2) checked++
    }
    assert.isAbove(checked, 80)
  })

  test('only lists of ids and of entries, and notes of releases, may be larger than an ordinary body', ({
    assert,
  }) => {
    const { ordinary, ids, entries, release } = bodies.limits
    for (const { route, before } of routes()) {
      const limit = before.find(({ name }) => name === 'body')?.args?.limit ?? ordinary
      if (limit === ids) assert.match(route, /licenses(\/[\w-]+)?$/)
      else if (limit === entries) assert.match(route, /blacklist.*\/bulk$/)
      else if (limit === release) assert.match(route, /\/releases(\/:releaseId)?$/)
      else assert.isAtMost(limit, ordinary, route)
    }
  })
})
