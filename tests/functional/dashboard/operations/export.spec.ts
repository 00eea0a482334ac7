import db from '@adonisjs/lucid/services/db'
import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { NewLicense } from '#actions/licenses/insert_licenses'
import { DAY, EXPIRATION_MODES, LICENSE_STATUSES } from '#domain/license/license'
import { rows } from '#services/sql'
import { BASE } from '#tests/support/http'
import { seedLicenses } from '#tests/support/licenses'
import { createMerchant, type Merchant } from '#tests/support/merchant'
import { runToEnd } from '#tests/support/operations'
import { postImport } from '#tests/support/upload'

type Shown = { id: string; status: string; result: Record<string, string | number>; progress: object }

/** Exports through the API and the workers' code. Returns the finished operation as the API shows it. */
async function exportLicenses(merchant: Merchant, query: string): Promise<Shown> {
  const headers = { authorization: `Bearer ${merchant.token}` }
  const base = `${BASE}/v1/dashboard/orgs/${merchant.orgId}`
  const started = await fetch(`${base}/licenses/export?${query}`, { headers })
  const body = (await started.json()) as { data: { operation: Shown } }
  await runToEnd(body.data.operation.id)
  const shown = await fetch(`${base}/operations/${body.data.operation.id}`, { headers })
  return ((await shown.json()) as { data: { operation: Shown } }).data.operation
}

function download({ result }: Shown) {
  return fetch(new URL(String(result.downloadUrl)).href.replace(/^http:\/\/[^/]+/, BASE))
}

/** Everything that an import can carry, as the database holds it. */
function carried({ orgId }: Merchant) {
  return rows<Record<string, unknown>>(
    db.connection(),
    `select key, status, expiration_mode, expires_at, expires_after_days, activated_at, frozen_at, suspended_at,
       paused_since, paused_ms, sweep_at, max_hwid_resets, policy_override, metadata
     from licenses where org_id = ? order by key`,
    [orgId]
  )
}

test.group('export', () => {
  test('the file is complete, hashed and behind a signed link', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1, { metadata: { note: '=1+1;@x' } })
    await seedLicenses(merchant, 2, { status: 'REVOKED' })
    const operation = await exportLicenses(merchant, 'status=ACTIVE')
    assert.equal(operation.status, 'completed')
    assert.deepEqual(operation.progress, { total: 1, processed: 1, succeeded: 1, skipped: 0, failed: 0 })
    const { downloadUrl, downloadUrlExpiresAt, ...facts } = operation.result
    const response = await download(operation)
    const text = await response.text()
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.deepEqual(facts, {
      format: 'csv',
      rows: 1,
      bytes: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
    })
    assert.closeTo(new Date(downloadUrlExpiresAt).getTime(), Date.now() + 3_600_000, 10_000)
    const [header, row, end] = text.split('\n')
    assert.match(header, /^id,key,productId,status,/)
    assert.isTrue(row.startsWith(`${license.id},${license.key},${merchant.productId},ACTIVE,never,`))
    assert.notInclude(row, ';')
    assert.equal(end, '')

    const path = `/v1/dashboard/orgs/${merchant.orgId}/operations/${operation.id}/download`
    const own = await client.get(path).bearerToken(merchant.token)
    own.assertStatus(200)
    assert.equal(own.text(), text)
    const stranger = await createMerchant()
    ;(await client.get(path).bearerToken(stranger.token)).assertStatus(403)
    const forged = String(downloadUrl).replace(/signature=\w{4}/, 'signature=AAAA')
    const refused = await fetch(new URL(forged).href.replace(/^http:\/\/[^/]+/, BASE))
    assert.equal(refused.status, 403)
    assert.containSubset(await refused.json(), { ok: false, error: { code: 'FORBIDDEN' } })
  })

  test('JSON is one array of license objects, empty or not', async ({ assert }) => {
    const merchant = await createMerchant()
    const none = await exportLicenses(merchant, 'format=json')
    assert.deepEqual(await (await download(none)).json(), [])
    assert.equal(none.result.rows, 0)
    await seedLicenses(merchant, 3, { metadata: { a: 'b\n"c' } })
    const some = await exportLicenses(merchant, 'format=json')
    const licenses = (await (await download(some)).json()) as Record<string, unknown>[]
    assert.lengthOf(licenses, 3)
    assert.equal(some.result.rows, 3)
    assert.containSubset(licenses[0], {
      frozen: false,
      metadata: { a: 'b\n"c' },
      expiresAt: null,
      pausedMs: 0,
    })
  })

  test('an export imports into another org with nothing lost: {$self}')
    .with(['csv', 'json'] as const)
    .run(async ({ assert }, format) => {
      const merchant = await createMerchant()
      const states = fc.sample(licenseState(Date.now()), { numRuns: 120, seed: 7 })
      for (const state of states) await seedLicenses(merchant, 1, state)
      const exported = await exportLicenses(merchant, `format=${format}`)
      const file = await (await download(exported)).text()
      const other = await createMerchant()
      const type = format === 'csv' ? 'text/csv' : 'application/json'
      const started = await postImport(other, file, type)
      const operation = await runToEnd(started.body.data.operation.id)
      assert.containSubset(operation, { succeeded: 120, failed: 0, skipped: 0 })
      assert.containSubset(operation.result, { created: 120, updated: 0 })
      assert.sameMembers(operation.result!.ignoredColumns as string[], ['createdAt', 'id'])
      assert.deepEqual(await carried(other), await carried(merchant))
    })

  test('before the end there is no file, and bad queries are refused', async ({ client }) => {
    const merchant = await createMerchant()
    const base = `/v1/dashboard/orgs/${merchant.orgId}`
    const started = await client.get(`${base}/licenses/export`).bearerToken(merchant.token)
    started.assertStatus(202)
    const { id } = started.body().data.operation
    const early = await client.get(`${base}/operations/${id}/download`).bearerToken(merchant.token)
    early.assertStatus(409)
    for (const [query, status] of [
      ['format=xml', 400],
      ['status=GONE', 400],
      ['frozen=maybe', 400],
      ['productId=1', 400],
      [`productId=${merchant.orgId}`, 404],
    ] as const) {
      const response = await client.get(`${base}/licenses/export?${query}`).bearerToken(merchant.token)
      response.assertStatus(status)
    }
  })

  test('the second of two attempts at once leaves the first alone', async ({ assert }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 50)
    const headers = { authorization: `Bearer ${merchant.token}` }
    const started = await fetch(`${BASE}/v1/dashboard/orgs/${merchant.orgId}/licenses/export`, { headers })
    const { id } = ((await started.json()) as { data: { operation: Shown } }).data.operation
    await Promise.all([runToEnd(id), runToEnd(id)])
    const { objects } = await drive.use().listAll(`exports/${id}`)
    assert.lengthOf([...objects], 1)
  })
})

/** Licenses in every state that the service can bring one into. */
function licenseState(now: number): fc.Arbitrary<Partial<NewLicense>> {
  const past = fc.integer({ min: now - 900 * DAY, max: now })
  const text = fc.string({ unit: fc.constantFrom('=', ';', '"', ',', '\n', '\\', 'é', '😀', "'", 'a') })
  return fc
    .record({
      status: fc.constantFrom(...LICENSE_STATUSES),
      expirationMode: fc.constantFrom(...EXPIRATION_MODES),
      expiresAt: fc.integer({ min: now - 900 * DAY, max: now + 9000 * DAY }),
      expiresAfterDays: fc.integer({ min: 1, max: 36_500 }),
      activatedAt: fc.option(past),
      frozen: fc.option(past),
      suspended: past,
      pausedMs: fc.integer({ min: 0, max: 900 * DAY }),
      maxHwidResets: fc.option(fc.integer({ min: 0, max: 1000 })),
      policyOverride: fc.option(fc.record({ hwidLimit: fc.integer({ min: 1, max: 9 }) })),
      metadata: fc.dictionary(text, fc.oneof(text, fc.boolean(), fc.integer()), { maxKeys: 4 }),
    })
    .map(({ frozen, suspended, ...state }) => {
      const frozenAt = state.status === 'PENDING' || state.status === 'EXPIRED' ? null : frozen
      const suspendedAt = state.status === 'SUSPENDED' ? suspended : null
      const pauses = [frozenAt, suspendedAt].filter((at) => at !== null)
      return {
        ...state,
        expiresAt: ['fixed', 'both'].includes(state.expirationMode) ? state.expiresAt : null,
        expiresAfterDays: ['afterActivation', 'both'].includes(state.expirationMode)
          ? state.expiresAfterDays
          : null,
        frozenAt,
        suspendedAt,
        pausedSince: pauses.length > 0 ? Math.min(...pauses) : null,
      }
    })
}
