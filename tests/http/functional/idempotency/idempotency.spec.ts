import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { newId } from '#kernel/secrets/ids'
import { claim, KEPT_MS } from '#http/idempotency'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { BASE } from '#tests/testkit/http'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { wrongBy } from '#tests/testkit/wrong_clock'

type Failed = { error: { code: string } }

const newKey = () => `key_${newId()}`

function createOrg(merchant: Merchant, key: string, body: unknown = { name: 'Second' }, query = '') {
  return fetch(`${BASE}/v1/dashboard/orgs${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${merchant.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  })
}

const orgsOf = async ({ userId }: Merchant) =>
  (await firstRow<{ n: number }>(
    db.connection(),
    'select count(*)::int n from org_members where user_id = ?',
    [userId]
  ))!.n

const ANSWER = {
  status: 200,
  body: '{}',
  location: null,
  cookies: [],
  uploadSha256: null,
  admission: null,
}

test.group('Idempotency-Key', () => {
  test('a replay gives the same bytes and does nothing', async ({ assert }) => {
    const merchant = await createMerchant()
    const key = newKey()
    const first = await createOrg(merchant, key)
    assert.equal(first.status, 201)
    assert.isNull(first.headers.get('idempotent-replayed'))
    const again = await createOrg(merchant, key)
    assert.equal(again.status, 201)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(again.headers.get('content-type'), first.headers.get('content-type'))
    assert.equal(await again.text(), await first.text())
    assert.equal(await orgsOf(merchant), 2)
  })

  test('it knows a body again that is read in a thread', async ({ assert }) => {
    const { orgId, token } = await createMerchant()
    const key = newKey()
    const ids = Array.from({ length: 5000 }, () => newId())
    const freeze = (licenseIds: string[]) =>
      fetch(`${BASE}/v1/dashboard/orgs/${orgId}/licenses/freeze`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ licenseIds }),
      })
    const first = await freeze(ids)
    assert.equal(first.status, 202)
    const again = await freeze(ids)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(await again.text(), await first.text())
    const other = await freeze(ids.toReversed())
    assert.equal(((await other.json()) as Failed).error.code, 'IDEMPOTENCY_KEY_REUSE')
  })

  test('50 times 5 concurrent requests have one effect each', async ({ assert }) => {
    const merchant = await createMerchant()
    for (let round = 1; round <= 50; round++) {
      const key = newKey()
      const answers = await Promise.all(Array.from({ length: 5 }, () => createOrg(merchant, key)))
      const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<Failed>))
      const won = answers.filter(
        ({ status, headers }) => status === 201 && !headers.has('idempotent-replayed')
      )
      assert.lengthOf(won, 1)
      answers.forEach((answer, at) => {
        if (answer.status === 201) return
        assert.equal(answer.status, 409)
        assert.equal(bodies[at].error.code, 'IDEMPOTENCY_IN_PROGRESS')
        assert.match(answer.headers.get('retry-after')!, /^\d+$/)
      })
      assert.equal(await orgsOf(merchant), round + 1)
    }
  })

  test('another body, query or path under the same key is IDEMPOTENCY_KEY_REUSE', async ({ assert }) => {
    const merchant = await createMerchant()
    const key = newKey()
    await createOrg(merchant, key)
    const others = [
      await createOrg(merchant, key, { name: 'Third' }),
      await createOrg(merchant, key, { name: 'Second' }, '?a=1'),
      await fetch(`${BASE}/v1/dashboard/orgs/${merchant.orgId}`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${merchant.token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: '{"name":"Second"}',
      }),
    ]
    for (const response of others) {
      assert.equal(response.status, 409)
      assert.containSubset(await response.json(), { error: { code: 'IDEMPOTENCY_KEY_REUSE' } })
    }
  })

  test('keys of two users do not meet', async ({ assert }) => {
    const key = newKey()
    for (const merchant of [await createMerchant(), await createMerchant()]) {
      const response = await createOrg(merchant, key)
      assert.equal(response.status, 201)
      assert.isNull(response.headers.get('idempotent-replayed'))
    }
  })

  test('a failed request is not kept', async ({ assert }) => {
    const merchant = await createMerchant()
    const key = newKey()
    assert.equal((await createOrg(merchant, key, { name: '' })).status, 400)
    assert.equal((await createOrg(merchant, key)).status, 201)
    assert.equal(await orgsOf(merchant), 2)
  })

  test('a malformed key is BAD_IDEMPOTENCY_KEY, and does not matter on a read')
    .with(['short', 'x'.repeat(129), 'with space', 'semi;colon'])
    .run(async ({ assert }, key) => {
      const merchant = await createMerchant()
      const response = await createOrg(merchant, key)
      assert.equal(response.status, 400)
      assert.containSubset(await response.json(), { error: { code: 'BAD_IDEMPOTENCY_KEY' } })
      const read = await fetch(`${BASE}/v1/dashboard/orgs`, {
        headers: { authorization: `Bearer ${merchant.token}`, 'idempotency-key': key },
      })
      assert.equal(read.status, 200)
    })

  test('nothing of a stored answer can be read in the table', async ({ assert }) => {
    const merchant = await createMerchant()
    const key = newKey()
    await createOrg(merchant, key, { name: 'Find me if you can' })
    const row = await firstRow(db.connection(), 'select * from idempotency_keys where key = ?', [key])
    assert.notInclude(JSON.stringify(row), 'Find me')
  })

  test('an answer is forgotten after 24 hours', async ({ assert }) => {
    const merchant = await createMerchant()
    const key = newKey()
    await createOrg(merchant, key)
    await rows(db.connection(), 'update idempotency_keys set created_at = ? where key = ?', [
      new Date(Date.now() - KEPT_MS - 1000),
      key,
    ])
    const response = await createOrg(merchant, key)
    assert.equal(response.status, 201)
    assert.isNull(response.headers.get('idempotent-replayed'))
    assert.equal(await orgsOf(merchant), 3)
  })

  test('the claim of a dead request lapses, and the dead request cannot store any more', async ({
    assert,
  }) => {
    const [scope, key] = ['user:test', newKey()]
    const same = { target: 'target', whole: 'whole' }
    const first = await claim(scope, key, same)
    await assert.rejects(() => claim(scope, key, same), /still running/)
    await rows(
      db.connection(),
      `update idempotency_keys set locked_until = now() - interval '1 second' where key = ?`,
      [key]
    )
    const second = await claim(scope, key, same)
    if (!('claimed' in first && 'claimed' in second)) throw new Error('both must have got the claim')
    await assert.rejects(() => transaction((trx) => first.claimed.store(trx, ANSWER)))
    await transaction((trx) => second.claimed.store(trx, ANSWER))
    assert.deepEqual(await claim(scope, key, same), { answer: ANSWER })
  })

  test('a machine whose clock is wrong neither takes over a claim nor forgets an answer', async ({
    assert,
    cleanup,
  }) => {
    const [scope, key, kept] = ['user:clock', newKey(), newKey()]
    const same = { target: 'target', whole: 'whole' }
    const first = await claim(scope, key, same)
    const second = await claim(scope, kept, same)
    if (!('claimed' in first && 'claimed' in second)) throw new Error('both must have got the claim')
    cleanup(() => first.claimed.release())
    await transaction((trx) => second.claimed.store(trx, ANSWER))
    wrongBy(KEPT_MS + 60_000, cleanup)
    await assert.rejects(() => claim(scope, key, same), /still running/)
    assert.deepEqual(await claim(scope, kept, same), { answer: ANSWER })
  })

  test('a store that cannot be asked is IDEMPOTENCY_UNAVAILABLE, and nothing happens', async ({ assert }) => {
    const merchant = await createMerchant()
    await rows(db.connection(), 'alter table idempotency_keys rename to idempotency_keys_away')
    try {
      const response = await createOrg(merchant, newKey())
      assert.equal(response.status, 503)
      assert.isNotNull(response.headers.get('retry-after'))
      assert.containSubset(await response.json(), { error: { code: 'IDEMPOTENCY_UNAVAILABLE' } })
    } finally {
      await rows(db.connection(), 'alter table idempotency_keys_away rename to idempotency_keys')
    }
    assert.equal(await orgsOf(merchant), 1)
  })
})
