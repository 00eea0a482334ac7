import { test } from '@japa/runner'
import { SYSTEM, recordAudit } from '#kernel/audit/audit'
import { transaction } from '#kernel/database/unit_of_work'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { BASE } from '#tests/testkit/http'
import { createMerchant } from '#tests/testkit/merchant'
import { until } from '#tests/testkit/wait'

const DAY = 24 * 3600 * 1000

/** An org with three entries of one user on three days, and one entry of an API key. */
async function scene() {
  const merchant = await createMerchant()
  const { orgId, userId } = merchant
  const keyId = newId()
  const noon = Date.parse('2026-03-10T12:00:00Z')
  const write = async (
    action: string,
    at: number,
    actor: { type: 'user' | 'apiKey'; id: string },
    data = {}
  ) => {
    const began = Date.now()
    await transaction((trx) =>
      recordAudit(trx, { ...SYSTEM, actor }, { orgId, action, subject: orgId, data }, at)
    )
    // The log is ordered by id, and ids distinguish only milliseconds.
    await until('the next millisecond', () => Date.now() > began + 1)
  }
  const user = { type: 'user', id: userId } as const
  await write('api_key.created', noon, user)
  await write('api_key.revoked', noon + DAY, user, { name: '=cmd()' })
  await write('product.created', noon + 2 * DAY, user)
  await write('product.updated', noon + 3 * DAY, { type: 'apiKey', id: keyId })
  const path = `/v1/dashboard/orgs/${orgId}/audit-log`
  const actions = async (query: string) => {
    const { body } = await call('GET', `${path}?${query}`, { token: merchant.token })
    return body.data?.entries.map(({ action }: { action: string }) => action) ?? body.error.code
  }
  return { ...merchant, keyId, path, actions }
}

/** contract/01-changes#reads-for-a-console */
test.group('the audit log', () => {
  test('is narrowed by actor, action and time', async ({ assert }) => {
    const { actions, userId, keyId } = await scene()
    assert.deepEqual(await actions(`actor=${keyId}`), ['product.updated'])
    assert.deepEqual(await actions(`actor=${userId}&action=product`), ['product.created'])
    assert.deepEqual(await actions('action=api_key.created'), ['api_key.created'])
    assert.deepEqual(await actions('action=api_key'), ['api_key.revoked', 'api_key.created'])
    const days = 'from=2026-03-11T12:00:00Z&to=2026-03-12T12:00:00Z'
    assert.deepEqual(await actions(days), ['api_key.revoked'])
    assert.deepEqual(await actions('from=2026-03-12&to=2026-03-20'), ['product.updated', 'product.created'])
    assert.deepEqual(await actions('action=nothing.done'), [])
  })

  test('pages within a filter', async ({ assert }) => {
    const { path, token } = await scene()
    const first = (await call('GET', `${path}?action=api_key&limit=1`, { token })).body.data
    assert.equal(first.entries[0].action, 'api_key.revoked')
    const next = `${path}?action=api_key&limit=1&cursor=${first.nextCursor}`
    const second = (await call('GET', next, { token })).body.data
    assert.equal(second.entries[0].action, 'api_key.created')
    assert.isNull(second.nextCursor)
  })

  test('refuses what it cannot read', async ({ assert }) => {
    const { actions } = await scene()
    for (const bad of ['actor=me', 'action=A%25', 'from=soon', 'from=2026-02-02&to=2026-02-01', 'who=me']) {
      assert.equal(await actions(bad), 'VALIDATION_ERROR', bad)
    }
    assert.equal(await actions('cursor=x'), 'INVALID_CURSOR')
  })

  test('is a file with a byte order mark, if asked', async ({ assert }) => {
    const { path, token, actions } = await scene()
    const response = await fetch(`${BASE}${path}?action=api_key&format=csv&bom=true`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.equal(bytes.toString().slice(0, 4), '\ufeffat,')
    assert.equal(await actions('bom=true'), 'VALIDATION_ERROR')
    assert.lengthOf(await actions('bom=false&action=api_key'), 2)
  })

  test('is a file too, without cells that a spreadsheet would run', async ({ assert }) => {
    const { path, token } = await scene()
    const response = await fetch(`${BASE}${path}?action=api_key&format=csv`, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
    const lines = (await response.text()).trimEnd().split('\r\n')
    assert.lengthOf(lines, 3)
    assert.equal(lines[0], 'at,action,subject,actorType,actor,email,ip,requestId,data')
    assert.match(lines[1], /^2026-03-11T12:00:00.000Z,api_key\.revoked,/)
    for (const line of lines) assert.notMatch(line, /(^|,)"?[=+@-]/)
  })
})
