import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { databaseUrl } from '#kernel/database/datastores'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { commitTrap } from '#tests/testkit/commit_trap'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { startServer } from '#tests/testkit/servers'

/** Occurs only in the transaction of an idempotent request. */
const MARKER = 'update idempotency_keys set status'

const issue = ({ token, productId }: Merchant, key: string, base?: string) =>
  call('POST', `/v1/dashboard/products/${productId}/api-keys`, {
    base,
    token,
    headers: { 'idempotency-key': key },
    body: { name: 'Backend', permissions: ['license:read'] },
  })

async function effects({ productId, orgId }: Merchant) {
  const [found] = await rows<object>(
    db.connection(),
    `select (select count(*)::int from api_keys where product_id = ?) as keys,
       (select count(*)::int from outbox_events where org_id = ? and name = 'api_key.created') as events,
       (select count(*)::int from audit_entries where org_id = ? and action = 'api_key.created') as lines`,
    [productId, orgId, orgId]
  )
  return found
}

/** Issues a key. Retries on 503, which a machine that is too busy for the database sends. */
async function insist(merchant: Merchant, key: string, base: string): Promise<string> {
  const answer = await issue(merchant, key, base).catch(() => null)
  if (answer?.status === 503) return insist(merchant, key, base)
  return answer ? `answered ${answer.status}: ${JSON.stringify(answer.body)}` : 'cut off'
}

/** Issues a key at a server that is killed at its commit; the caller gets no answer. */
async function issueAndKill(merchant: Merchant, key: string, moment: 'before' | 'after') {
  const trap = await commitTrap(databaseUrl(), MARKER, moment)
  try {
    const server = await startServer({ DATABASE_URL: trap.url })
    const answer = insist(merchant, key, server.base)
    await Promise.race([trap.caught, answer])
    await server.kill('SIGKILL')
    return await answer
  } finally {
    await trap.close()
  }
}

test.group('a server killed while it commits', (group) => {
  // Keys of idempotent requests are rows of Postgres, wherever the queues are.
  group.tap((test) => test.tags(['@once']))

  test('after the commit: the retry gets the answer that nobody got, with the secret, and one effect', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const key = newId()
    assert.equal(await issueAndKill(merchant, key, 'after'), 'cut off')
    assert.deepEqual(await effects(merchant), { keys: 1, events: 1, lines: 1 })
    const retried = await issue(merchant, key)
    assert.equal(retried.status, 201)
    assert.equal(retried.headers.get('idempotent-replayed'), 'true')
    const whoami = await call('GET', '/v1/whoami', { apiKey: retried.body.data.apiKey.key })
    assert.equal(whoami.body.data.apiKeyId, retried.body.data.apiKey.id)
    assert.deepEqual(await effects(merchant), { keys: 1, events: 1, lines: 1 })
  })

  test('before the commit: nothing happened, the key is free again soon, and the retry has one effect', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const key = newId()
    assert.equal(await issueAndKill(merchant, key, 'before'), 'cut off')
    assert.deepEqual(await effects(merchant), { keys: 0, events: 0, lines: 0 })
    const early = await issue(merchant, key)
    assert.equal(early.body.error.code, 'IDEMPOTENCY_IN_PROGRESS')
    assert.isNotNull(early.headers.get('retry-after'))
    // The claim of a dead server expires 10 seconds after its last sign of life.
    await rows(db.connection(), 'update idempotency_keys set locked_until = now() where key = ?', [key])
    const retried = await issue(merchant, key)
    assert.equal(retried.status, 201)
    assert.isNull(retried.headers.get('idempotent-replayed'))
    assert.deepEqual(await effects(merchant), { keys: 1, events: 1, lines: 1 })
  })
})
