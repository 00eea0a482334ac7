import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import RevokeApiKey from '#catalog/actions/revoke_api_key'
import StartExport from '#operations/kinds/export/start_export'
import config from '#config/operations'
import AdministerOrg from '#orgs/actions/administer_org'
import type { Role } from '#orgs/rules/roles'
import OperationWatch from '#operations/watch/operation_watch'
import { rows } from '#kernel/database/sql'
import { ACCESS_TTL, signAccessToken } from '#kernel/secrets/tokens'
import { BASE } from '#tests/testkit/http'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { until } from '#tests/testkit/wait'

type Caller = {
  merchant: Merchant
  headers: Record<string, string>
  base: string
  lose: () => Promise<unknown>
}

/** A member of a merchant's org who is about to lose access. */
async function member(role: Role, lose: (caller: { orgId: string; userId: string }) => Promise<unknown>) {
  const merchant = await createMerchant()
  const { orgId } = merchant
  const { userId } = await createMerchant()
  await rows(
    db.connection(),
    'insert into org_members (org_id, user_id, role, created_at) values (?, ?, ?, now())',
    [orgId, userId, role]
  )
  const headers = { authorization: `Bearer ${await signAccessToken(userId)}` }
  const base = `/v1/dashboard/orgs/${orgId}`
  return { merchant, headers, base, lose: () => lose({ orgId, userId }) }
}

const remove = ({ orgId, userId }: { orgId: string; userId: string }) =>
  rows(db.connection(), 'delete from org_members where org_id = ? and user_id = ?', [orgId, userId])
const demote = ({ orgId, userId }: { orgId: string; userId: string }) =>
  rows(db.connection(), `update org_members set role = 'VIEWER' where org_id = ? and user_id = ?`, [
    orgId,
    userId,
  ])

/** Every way to lose the right to a watched operation. */
const WAYS: Record<string, () => Promise<Caller>> = {
  'a member is removed': () => member('MEMBER', remove),
  'a viewer is removed': () => member('VIEWER', remove),
  'a token expires': async () => {
    const caller = await member('MEMBER', () => until('the end of the token', () => Date.now() > ends))
    const ends = Math.floor(Date.now() / 1000) * 1000 + 2000
    const { sub } = JSON.parse(
      Buffer.from(caller.headers.authorization.split('.')[1], 'base64url').toString()
    )
    const token = await signAccessToken(sub, ends - ACCESS_TTL * 1000)
    return { ...caller, headers: { authorization: `Bearer ${token}` } }
  },
  'a key is revoked': async () => {
    const merchant = await createMerchant()
    const { id, key } = await createApiKey(merchant, ['license:read'])
    const revoke = await app.container.make(RevokeApiKey)
    const origin = { actor: merchant.scope.actor, ip: null, requestId: null }
    const lose = () => revoke.execute({ ...merchant.scope, productId: merchant.productId }, id, origin)
    return { merchant, headers: { 'x-api-key': key }, base: `/v1/products/${merchant.productId}`, lose }
  },
  'a key loses its scope': async () => {
    const merchant = await createMerchant()
    const { id, key } = await createApiKey(merchant, ['license:read'])
    const lose = async () => {
      await rows(db.connection(), `update api_keys set permissions = '{analytics:read}' where id = ?`, [id])
      const { forgetApiKeys } = await import('#accounts/credentials/api_keys')
      forgetApiKeys()
    }
    return { merchant, headers: { 'x-api-key': key }, base: `/v1/products/${merchant.productId}`, lose }
  },
  'the org of a key is suspended': async () => {
    const merchant = await createMerchant()
    const { key } = await createApiKey(merchant, ['license:read'])
    const origin = { actor: merchant.scope.actor, ip: null, requestId: null }
    const administer = await app.container.make(AdministerOrg)
    const lose = () => administer.execute(merchant.orgId, { suspended: true }, origin)
    return { merchant, headers: { 'x-api-key': key }, base: `/v1/products/${merchant.productId}`, lose }
  },
}
const names = Object.keys(WAYS)

/** An export that no worker has started, in the scope of the caller that watches it. */
async function startExport({ merchant, headers }: Caller) {
  const productId = 'x-api-key' in headers ? merchant.productId : null
  return (await app.container.make(StartExport)).execute({ ...merchant.scope, productId }, { format: 'csv' })
}

function openStream({ base, headers }: Caller, id: string) {
  return fetch(`${BASE}${base}/operations/${id}/stream`, { headers })
}

function startWaiting({ base, headers }: Caller) {
  return fetch(`${BASE}${base}/licenses/export`, {
    headers: { ...headers, prefer: 'wait=60' },
    redirect: 'manual',
  })
}

const watched = async () => (await app.container.make(OperationWatch)).watched

async function newestOperation({ merchant }: Caller) {
  const [{ id }] = await rows<{ id: string }>(
    db.connection(),
    'select id from operations where org_id = ? order by id desc limit 1',
    [merchant.orgId]
  )
  return id
}

test.group('streams and waits end with the right to them', (group) => {
  const set = (ms: number) => Object.assign(config, { rightsAskedEvery: ms })
  group.each.setup(async () => {
    await until('nobody to be watched', async () => (await watched()) === 0)
  })
  group.each.teardown(() => void set(15_000))

  test('a stream ends when {$self}')
    .with(names)
    .run(async ({ assert }, way) => {
      set(30)
      const caller = await WAYS[way]()
      const { id } = await startExport(caller)
      const response = await openStream(caller, id)
      assert.equal(response.status, 200)
      await caller.lose()
      assert.notInclude(await response.text(), 'event: end')
      await runToEnd(id)
    })

  test('the end of an operation is not told after {$self}')
    .with(names)
    .run(async ({ assert }, way) => {
      const caller = await WAYS[way]()
      const { id } = await startExport(caller)
      const response = await openStream(caller, id)
      assert.equal(response.status, 200)
      await caller.lose()
      await runToEnd(id)
      const told = await response.text()
      assert.notInclude(told, 'event: end')
      assert.notInclude(told, 'downloadUrl')
    })

  test('a wait ends when {$self}, and tells no more than the 202 of the start')
    .with(names)
    .run(async ({ assert }, way) => {
      set(30)
      const caller = await WAYS[way]()
      const answer = startWaiting(caller)
      await until('the wait', async () => (await watched()) === 1)
      await caller.lose()
      const response = await answer
      assert.equal(response.status, 202)
      assert.notInclude(await response.text(), 'downloadUrl')
      await runToEnd(await newestOperation(caller))
    })

  test('the link of an export is not given after {$self}')
    .with(names)
    .run(async ({ assert }, way) => {
      const caller = await WAYS[way]()
      const answer = startWaiting(caller)
      await until('the wait', async () => (await watched()) === 1)
      await caller.lose()
      await runToEnd(await newestOperation(caller))
      const response = await answer
      assert.equal(response.status, 202)
      assert.notInclude(`${response.headers.get('location')} ${await response.text()}`, 'downloadUrl')
    })

  test('a member who is demoted below what his call needed waits no longer, but may go on watching', async ({
    assert,
  }) => {
    set(30)
    const caller = await member('MEMBER', demote)
    const waiting = fetch(`${BASE}${caller.base}/licenses/freeze`, {
      method: 'POST',
      headers: { ...caller.headers, prefer: 'wait=60', 'content-type': 'application/json' },
      body: JSON.stringify({ filter: {} }),
    })
    await until('the wait', async () => (await watched()) === 1)
    const id = await newestOperation(caller)
    const stream = await openStream(caller, id)
    await caller.lose()
    assert.equal((await waiting).status, 202)
    await runToEnd(id)
    assert.include(await stream.text(), 'event: end')
  })

  test('no event holds the link of an export, and an operation that is gone ends its stream', async ({
    assert,
  }) => {
    const caller = await member('VIEWER', remove)
    const { id } = await startExport(caller)
    const whole = await openStream(caller, id)
    await runToEnd(id)
    const told = await whole.text()
    assert.include(told, '"rows":0')
    assert.notInclude(told, 'downloadUrl')

    const gone = await startExport(caller)
    const stream = await openStream(caller, gone.id)
    const waiting = startWaiting(caller)
    await until('both to be watched', async () => (await watched()) === 2)
    await rows(db.connection(), 'delete from operations where org_id = ?', [caller.merchant.orgId])
    assert.notInclude(await stream.text(), 'event: end')
    assert.equal((await waiting).status, 202)
  })

  test('a credential has so many streams, and a process so many of all', async ({ assert, cleanup }) => {
    const { streamsPerCredential, streamsPerProcess } = config
    cleanup(() => void Object.assign(config, { streamsPerCredential, streamsPerProcess }))
    Object.assign(config, { streamsPerCredential: 2, streamsPerProcess: 3 })
    const [one, other] = [await member('VIEWER', remove), await member('VIEWER', remove)]
    const ids = [(await startExport(one)).id, (await startExport(other)).id]
    const leaving = new AbortController()
    const open = (caller: Caller, id: string, signal?: AbortSignal) =>
      fetch(`${BASE}${caller.base}/operations/${id}/stream`, { headers: caller.headers, signal })
    const streams = [await open(one, ids[0]), await open(one, ids[0], leaving.signal)]
    const refused = await open(one, ids[0])
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), '15')
    assert.containSubset(await refused.json(), { ok: false, error: { code: 'RATE_LIMITED' } })
    streams.push(await open(other, ids[1]))
    assert.equal((await open(other, ids[1])).status, 429)
    leaving.abort()
    const room = await until('room', async () => {
      const next = await open(one, ids[0])
      return next.status === 200 && next
    })
    for (const id of ids) await runToEnd(id)
    for (const stream of [streams[0], streams[2], room]) assert.include(await stream.text(), 'event: end')
  })
})
