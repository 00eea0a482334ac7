import { test } from '@japa/runner'
import type { HttpContext } from '@adonisjs/core/http'
import { randomUUID } from 'node:crypto'
import FairScansMiddleware from '#access/fair_scans_middleware'

/** As many lists as one org may read at a time. */
const OWN = 4

/** The parts of a request that the middleware looks at. */
function requestOf(orgId: string) {
  const response = { destroyed: false }
  return { response, ctx: { scope: { orgId }, response: { response } } as unknown as HttpContext }
}

/** docs/decisions/0024-lists-of-an-org-share-the-connections.md */
test('a list whose caller has left while it waited is not read', async ({ assert }) => {
  const middleware = new FairScansMiddleware()
  const orgId = randomUUID()
  const { promise: slow, resolve: end } = Promise.withResolvers<void>()
  const first = Array.from({ length: OWN }, () => middleware.handle(requestOf(orgId).ctx, () => slow))
  const read: string[] = []
  const waiting = ['left', 'here'].map((name) => {
    const { ctx, response } = requestOf(orgId)
    const handled = middleware.handle(ctx, async () => void read.push(name))
    return { name, response, handled }
  })
  await new Promise(setImmediate)
  assert.deepEqual(read, [])
  waiting[0].response.destroyed = true
  end()
  await Promise.all([...first, ...waiting.map(({ handled }) => handled)])
  assert.deepEqual(read, ['here'])
})
