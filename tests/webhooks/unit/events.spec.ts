import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { OutgoingEvent } from '#kernel/outbox/outbox'
import { ALL_EVENTS, envelope, EVENT_NAMES, SUBSCRIBABLE } from '#kernel/outbox/events'

const APP = 'app'

/** Names that look like events but are not: a job, and lines that are only in the audit log. */
const OTHERS = new Set(['operation.run', 'team.role_changed', 'team.invited', 'team.invite_withdrawn'])

test.group('webhook events', () => {
  test('every event that the code names is in the catalogue', async ({ assert }) => {
    const named = new Set<string>()
    for (const file of await readdir(APP, { recursive: true })) {
      if (!file.endsWith('.ts')) continue
      const source = await readFile(join(APP, file), 'utf8')
      for (const [, name] of source.matchAll(/['"`]((?:license|api_key|team|operation)\.[a-z_]+)['"`]/g)) {
        named.add(name)
      }
    }
    assert.includeMembers([...named], ['license.created', 'api_key.created'])
    const unknown = [...named].filter((name) => !SUBSCRIBABLE.includes(name) && !OTHERS.has(name))
    assert.deepEqual(unknown, [])
  })

  test('an endpoint can ask for each event and for all of them, and for nothing else', ({ assert }) => {
    for (const name of [...EVENT_NAMES, ALL_EVENTS]) assert.include(SUBSCRIBABLE, name)
    for (const name of ['', 'license', 'license.*', 'License.Created', 'license.created ', 'toString']) {
      assert.notInclude(SUBSCRIBABLE, name)
    }
  })

  test('the envelope has exactly the three fields of the interface', ({ assert }) => {
    const body = envelope('license.created', '{"licenseId": "é\\"x"}', 1_790_000_000_123)
    assert.deepEqual(JSON.parse(body), {
      event: 'license.created',
      data: { licenseId: 'é"x' },
      timestamp: '2026-09-21T14:13:20.123Z',
    })
  })
})

test('an event that the catalog does not know, or with other data, does not compile', ({ assert }) => {
  const owner = { orgId: 'org', productId: 'product' }
  const told: OutgoingEvent[] = [
    { ...owner, name: 'license.revoked', data: { licenseId: 'license' } },
    // @ts-expect-error No event has this name.
    { ...owner, name: 'license.eaten', data: { licenseId: 'license' } },
    // @ts-expect-error Its data names the fields.
    { ...owner, name: 'license.updated', data: { licenseId: 'license' } },
    // @ts-expect-error This is the data of another event.
    { ...owner, name: 'license.hwid_reset', data: { licenseId: 'license', productId: 'p', fields: [] } },
  ]
  assert.lengthOf(told, 4)
})
