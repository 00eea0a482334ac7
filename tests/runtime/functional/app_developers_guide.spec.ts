import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { BASE } from '#tests/testkit/http'
import { start } from '#tests/testkit/processes'
import { createVendor, seedLicense, type Vendor } from '#tests/testkit/runtime'
import { compile, putSdkInto } from '#tests/testkit/sdk_package'
import { until } from '#tests/testkit/wait'

const run = promisify(execFile)
const GUIDE = 'docs/app-developers.md'

/** The parts that the program of the guide does not define: the license, the device, and its reaction to an answer. */
const SURROUNDINGS = `
const [licenseKey, hwid] = process.argv.slice(2)
function quit(message: string) {
  console.log('quit: ' + message)
  process.exit(3)
}
function tryAgainIn(seconds: number) {
  console.log('again in ' + seconds)
}
`

/** The guide's code block in a language. */
async function block(language: string): Promise<string> {
  const guide = await readFile(GUIDE, 'utf8')
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)![1]
}

/** The public keys that currently sign, as `signing-key:list` prints them. */
async function publicKeys(): Promise<string[]> {
  const answer = await fetch(`${BASE}/.well-known/service-keys.json`)
  const { keys } = (await answer.json()) as { keys: { x: string; status: string }[] }
  return keys.filter(({ status }) => status === 'active').map(({ x }) => x)
}

/** Type-checks and compiles the program of the guide with the credentials of a merchant; returns its file. */
async function compileProgram(folder: string, { productId, key, signingSecret }: Vendor) {
  const sample = (await block('ts'))
    .replace('https://licenses.example.com', BASE)
    .replace(`productId: '...'`, `productId: '${productId}'`)
    .replace('svc_...', key)
    .replace(`signingSecret: '...'`, `signingSecret: '${signingSecret}'`)
    .replace(`['...']`, JSON.stringify(await publicKeys()))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'program.ts'), SURROUNDINGS + sample)
  await putSdkInto(folder)
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node']
  // The spec of the package checks the declarations of TypeScript, Node.js and the SDK; here this would take most of
  // the time.
  await compile(folder, ...options, '--skipLibCheck', 'program.ts')
  return join(folder, 'program.js')
}

test.group(GUIDE, () => {
  test('the commands for curl and openssl are let in, word for word', async ({ assert }) => {
    const vendor = await createVendor({ hwidMode: 'sticky' })
    const license = await seedLicense(vendor)
    const script = (await block('sh'))
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

  test('the TypeScript program compiles, runs while it may, and ends its session', async ({
    assert,
    cleanup,
  }) => {
    const vendor = await createVendor({ hwidMode: 'sticky' })
    const license = await seedLicense(vendor)
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-guide-'))
    cleanup(() => rm(folder, { recursive: true }))
    const program = await compileProgram(folder, vendor)
    const sessions = async () =>
      (await rows(db.connection(), 'select id from license_sessions where license_id = ?', [license.id]))
        .length

    const allowed = start([program, license.key, 'one'])
    cleanup(() => void allowed.child.kill('SIGKILL'))
    await until('the program has a session', async () => (await sessions()) === 1)
    const denied = start([program, license.key, 'another'])
    assert.equal(await denied.ended, 3, denied.output())
    assert.match(denied.output(), /^quit: \S/)
    allowed.child.kill('SIGTERM')
    assert.equal(await allowed.ended, 0, allowed.output())
    assert.equal(await sessions(), 0)

    await writeFile(program, (await readFile(program, 'utf8')).replace(BASE, 'http://127.0.0.1:1'))
    const lost = start([program, license.key, 'one'])
    assert.equal(await lost.ended, 0, lost.output())
    assert.equal(lost.output(), 'again in 1\n')
  })
    .tags(['@once'])
    .timeout(60_000)
})
