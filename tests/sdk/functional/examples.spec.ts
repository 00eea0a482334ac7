import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { PERMISSIONS } from '#catalog/rules/permissions'
import { LatchkeyClient } from '#sdk/client/latchkey_client'
import type { OfflineStore } from '#sdk/client/offline_grace'
import { listedKeys } from '#tests/testkit/client'
import { call } from '#tests/testkit/api'
import { BASE } from '#tests/testkit/http'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { start } from '#tests/testkit/processes'
import { textOf } from '#tests/testkit/project_files'
import { createVendor, seedLicense, stored } from '#tests/testkit/runtime'
import { dashboardSdk } from '#tests/testkit/sdk'
import { putSdkInto } from '#tests/testkit/sdk_package'
import { until } from '#tests/testkit/wait'

/** The first JavaScript block of a page. */
async function jsBlock(page: string): Promise<string> {
  return /```js\n([\s\S]*?)```/.exec(await textOf(page))![1]
}

test.group('examples with the SDK', (group) => {
  let folder: string
  group.each.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-example-'))
    return () => rm(folder, { recursive: true })
  })

  test('the program of the README creates, imports, freezes and takes it back', async ({
    assert,
    cleanup,
  }) => {
    const merchant = await createMerchant()
    const { key } = await createApiKey(merchant, [...PERMISSIONS])
    await putSdkInto(folder)
    await writeFile(
      join(folder, 'import.csv'),
      'key,expiresAt\nREADME-0002,2030-01-01T00:00:00Z\nREADME-0003,soon\n'
    )
    await writeFile(join(folder, 'merchant.mjs'), await jsBlock('README.md'))
    const program = start([join(folder, 'merchant.mjs')], { BASE, KEY: key }, folder)
    cleanup(() => void program.child.kill('SIGKILL'))
    const { operations, licenses } = dashboardSdk(merchant).org(merchant.orgId)
    const done: string[] = []
    while (done.length < 3) {
      const next = await until('the next operation', async () => {
        if (program.child.exitCode !== null) throw new Error(program.output())
        return (await operations.list({ status: 'queued' }).first()).items[0]
      })
      await runToEnd(next.id)
      done.push(next.type)
    }
    assert.equal(await program.ended, 0, program.output())
    assert.deepEqual(done, ['licenses.import', 'licenses.freeze', 'licenses.undo'])
    assert.match(program.output(), /key: 'README-0004'/)
    assert.match(program.output(), /^3 .*soon/m)
    assert.match(program.output(), /completed \{[^}]*succeeded: 2/)
    assert.lengthOf((await licenses.list({ frozen: true }).first()).items, 0)
  })
    .tags(['@once'])
    .timeout(60_000)

  test('a server program of the guide ends at SIGTERM, and its session with it', async ({
    assert,
    cleanup,
  }) => {
    const [line] = /^.*process\.\w+\('SIGTERM'.*$/m.exec(await textOf('docs/app-developers.md'))!
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    await putSdkInto(folder)
    const program = `import { LatchkeyClient } from '@latchkey/sdk'
      const { BASE: baseUrl, LICENSE: licenseKey, ...rest } = process.env
      const client = new LatchkeyClient({
        baseUrl, productId: rest.PRODUCT, apiKey: rest.KEY, signingSecret: rest.SECRET, warn() {},
      })
      const answer = await client.authorize({ licenseKey })
      const stop = client.keepAlive({ licenseKey }, answer, { denied() {}, lost() {} })
      ${line}
      setInterval(() => {}, 1000)
      console.log('serves', answer.sessionId)`
    await writeFile(join(folder, 'server.mjs'), program)
    const { productId, key, signingSecret } = vendor
    const server = start(
      [join(folder, 'server.mjs')],
      { BASE, LICENSE: license.key, PRODUCT: productId, KEY: key, SECRET: signingSecret },
      folder
    )
    cleanup(() => void server.child.kill('SIGKILL'))
    await until('the program to serve', () => /serves \S/.test(server.output()))
    assert.lengthOf((await stored(license.id)).sessions, 1)
    server.child.kill('SIGTERM')
    assert.equal(await server.ended, 0, server.output())
    assert.lengthOf((await stored(license.id)).sessions, 0)
  })
    .tags(['@once'])
    .timeout(60_000)

  test('the store of the guide keeps the last answer in a file, and throws it away', async ({ assert }) => {
    const home = JSON.stringify(join(folder, 'license'))
    const block = (await jsBlock('docs/app-developers.md')).replace(/join\(homedir\(\).*/, home)
    await writeFile(join(folder, 'store.mjs'), `${block}\nexport { store, offline }`)
    const { offline } = (await import(join(folder, 'store.mjs'))) as {
      offline: { graceDays: number; store: OfflineStore }
    }
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const client = (baseUrl: string) =>
      new LatchkeyClient({
        baseUrl,
        productId: vendor.productId,
        apiKey: vendor.key,
        signingSecret: vendor.signingSecret,
        publicKeys: publicKeys,
        offline,
        patienceMs: 0,
      })
    const publicKeys = (await listedKeys()).map(({ x }) => x)
    assert.isNull(await offline.store.read())
    assert.notProperty(await client(BASE).authorize({ licenseKey: license.key, hwid: 'one' }), 'offline')
    const bridged = await client('http://127.0.0.1:1').authorize({ licenseKey: license.key, hwid: 'one' })
    assert.containSubset(bridged, { allow: true, licenseId: license.id })
    assert.property(bridged, 'offline')
    await call('POST', `/v1/dashboard/licenses/${license.id}/revoke`, { token: vendor.token, body: {} })
    assert.isFalse((await client(BASE).authorize({ licenseKey: license.key, hwid: 'one' })).allow)
    await assert.rejects(() => readFile(join(folder, 'license')))
  })
})
