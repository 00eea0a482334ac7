import { test } from '@japa/runner'
import { download, exportLicenses } from '#tests/testkit/exports'
import { familyOf } from '#tests/testkit/families'
import { BASE } from '#tests/testkit/http'
import { runToEnd } from '#tests/testkit/operations'
import { authorize, createVendor, type Vendor } from '#tests/testkit/runtime'
import { postImport } from '#tests/testkit/upload'

/**
 * Documents that other clients may have sent: after V8 has read them, it confuses the names below with their backslash
 * (see `parseJson`).
 */
const others = ['{"!":1,"\\\\":2}', '{"metadata":{"!":1,"\\\\":2}}'].map((text) => JSON.parse(text) as object)

/** Metadata as a client writes it, and as Postgres and the service write it. */
const WRITTEN = '{"!":1,"\\u0022":2}'
const KEPT = /\{"!":\s?1,\s?"\\"":\s?2\}/

async function textOf(vendor: Vendor, path: string, init: RequestInit = {}) {
  const { headers } = await familyOf('dashboard', vendor)
  const response = await fetch(BASE + path, {
    ...init,
    headers: { ...headers, 'content-type': 'application/json' },
  })
  return { status: response.status, text: await response.text() }
}

/** The text of the full read. A test that parsed it would be affected by the same confusion. */
async function read(vendor: Vendor, id: string): Promise<string> {
  const { license } = await familyOf('dashboard', vendor)
  return (await textOf(vendor, license(id))).text
}

async function create(vendor: Vendor): Promise<{ id: string; key: string }> {
  const { licenses } = await familyOf('dashboard', vendor)
  const body = `{"productId":"${vendor.productId}","metadata":${WRITTEN}}`
  const { text } = await textOf(vendor, licenses, { method: 'POST', body })
  return (JSON.parse(text) as { data: { licenses: [{ id: string; key: string }] } }).data.licenses[0]
}

test.group('names in metadata, after others have sent a backslash for one', () => {
  test('POST and PATCH keep them, and the full read shows them', async ({ assert }) => {
    assert.lengthOf(others, 2)
    const vendor = await createVendor()
    const { id } = await create(vendor)
    assert.match(await read(vendor, id), KEPT)
    const { license } = await familyOf('dashboard', vendor)
    const patch = { method: 'PATCH', body: `{"metadata":{"!":3,"\\u000a":4}}` }
    assert.equal((await textOf(vendor, license(id), patch)).status, 200)
    assert.include(await read(vendor, id), '"metadata":{"\\n":4,"!":3}')
  })

  test('authorize shows them', async ({ assert }) => {
    const vendor = await createVendor()
    const { key } = await create(vendor)
    const answer = await authorize(vendor, key)
    assert.equal(answer.status, 200)
    assert.match(answer.text, KEPT)
  })

  test('an import keeps them, and an export writes them: {0}')
    .with([
      ['json', 'application/x-ndjson', (key: string) => `{"key":"${key}","metadata":${WRITTEN}}`],
      ['csv', 'text/csv', (key: string) => `key,metadata\n${key},"${WRITTEN.replaceAll('"', '""')}"\n`],
    ] as const)
    .run(async ({ assert }, [format, type, file]) => {
      const vendor = await createVendor()
      const started = await postImport(vendor, file('NAMES-1'), type)
      await runToEnd(started.body.data.operation.id)
      const exported = await (await download(await exportLicenses(vendor, `format=${format}`))).text()
      assert.match(format === 'csv' ? exported.replaceAll('""', '"') : exported, KEPT)
    })
})
