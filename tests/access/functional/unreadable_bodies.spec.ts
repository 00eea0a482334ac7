import { test } from '@japa/runner'
import { PERMISSIONS } from '#catalog/rules/permissions'
import { createCustomer } from '#tests/testkit/end_users'
import { BASE } from '#tests/testkit/http'
import { createApiKey } from '#tests/testkit/merchant'
import { createTarget, pathTo, type Target } from './fixture.js'
import { ACCESS } from './table.js'

/** Bodies that no route can read, with their content type. */
const UNREADABLE: [type: string, body: string][] = [
  ['application/json', '{'],
  ['application/json', '[]'],
  ['application/json', 'null'],
  ['application/json', '{"a":"\\u0000"}'],
  ['text/plain', 'text'],
]

/** Routes that stream a file read no JSON. */
const STREAMS = /\/(?:import|attachments|artifacts|:filename)$/

/** The kind of caller of each write, by its line in the table. Accounts are linked by a user. */
const WRITES = Object.entries(ACCESS).flatMap(([route, { kind }]) => {
  const [method, pattern] = route.split(' ')
  const caller = pattern.startsWith('/oauth/accounts/') ? 'user' : kind
  if (method === 'GET' || STREAMS.test(pattern) || caller === 'own' || caller === 'open') return []
  return [[method, pattern, caller] as const]
})

test.group('a body that cannot be read', (group) => {
  let target: Target
  let credentials: Record<string, Record<string, string>>
  group.each.timeout(60_000)
  group.setup(async () => {
    target = await createTarget()
    const { key } = await createApiKey(target.merchant, [...PERMISSIONS])
    const { token } = await createCustomer(target.merchant, { erasure: 'self' })
    const user = { authorization: `Bearer ${target.merchant.token}` }
    const endUser = { authorization: `Bearer ${token}` }
    credentials = { user, role: user, key: { 'x-api-key': key }, endUser }
  })

  test('{1} as {0} is BAD_REQUEST on every write')
    .with(UNREADABLE)
    .run(async ({ assert }, [type, body]) => {
      const wrong: string[] = []
      for (const [method, pattern, caller] of WRITES) {
        const headers = { ...credentials[caller], 'content-type': type }
        const response = await fetch(BASE + pathTo(pattern, target), { method, headers, body })
        const { error } = (await response.json()) as { error?: { code: string } }
        if (error?.code !== 'BAD_REQUEST')
          wrong.push(`${method} ${pattern}: ${response.status} ${error?.code}`)
      }
      assert.deepEqual(wrong, [])
      assert.isAbove(WRITES.length, 100)
    })
})
