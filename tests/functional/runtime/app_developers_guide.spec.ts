import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import { BASE } from '#tests/support/http'
import { createVendor, seedLicense } from '#tests/support/runtime'

const run = promisify(execFile)

test.group('docs/app-developers.md', () => {
  test('the commands for curl and openssl are let in, word for word', async ({ assert }) => {
    const guide = await readFile('docs/app-developers.md', 'utf8')
    const commands = guide.match(/```sh\n([\s\S]*?)```/)![1]
    const vendor = await createVendor({ hwidMode: 'sticky' })
    const license = await seedLicense(vendor)
    const script = commands
      .replace('http://127.0.0.1:3333', BASE)
      .replace('svc_...', vendor.key)
      .replace('SECRET=...', `SECRET='${vendor.signingSecret}'`)
      .replace('"productId":"..."', `"productId":"${vendor.productId}"`)
      .replace('"licenseKey":"..."', `"licenseKey":"${license.key}"`)
    const { stdout } = await run('bash', ['-c', script])
    assert.match(stdout, /^HTTP\/1\.1 200/)
    assert.include(stdout.toLowerCase(), 'x-svc-signature-version: 2')
    assert.include(stdout, '"allow":true')
  })
})
