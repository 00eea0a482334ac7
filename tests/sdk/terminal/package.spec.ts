import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import { compile } from '#tests/testkit/sdk_package'
import { textOf } from '#tests/testkit/project_files'

const run = promisify(execFile)
const PACKAGE = 'packages/sdk'

/** npm makes no request to a registry; a missing package is an error. */
const NPM_ENV = { ...process.env, npm_config_offline: 'true', npm_config_update_notifier: 'false' }

/** Packs the SDK, installs the file in an empty project and returns both. */
async function installPacked() {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-sdk-'))
  await run('npm', ['pack', '--pack-destination', folder], { cwd: PACKAGE, env: NPM_ENV })
  const file = join(folder, (await readdir(folder))[0])
  const project = join(folder, 'project')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{"name":"consumer","version":"1.0.0"}')
  await run('npm', ['install', '--no-audit', '--no-fund', file], { cwd: project, env: NPM_ENV })
  return { folder, file, project }
}

/** The output of a program that loads the package and verifies a webhook with it. */
async function output(project: string, name: string, load: string) {
  const program = `${load}
    const { Latchkey, LatchkeyClient, LatchkeyDashboard, LatchkeyError, verifyWebhook, RETRY } = sdk
    const loaded = [Latchkey, LatchkeyClient, LatchkeyDashboard, LatchkeyError].map((one) => typeof one)
    verifyWebhook('{}', {}, 'whsec_AAAA').catch((error) =>
      console.log(loaded.join(), error instanceof LatchkeyError, error.code, RETRY.RATE_LIMITED)
    )`
  await writeFile(join(project, name), program)
  return (await run(process.execPath, [name], { cwd: project })).stdout.trim()
}

/** The blocks of the README as one file, with declarations of the names that they use but do not define. */
async function examplesOfReadme() {
  const blocks = [...(await textOf(`${PACKAGE}/README.md`)).matchAll(/^```ts\n([\s\S]*?)^```/gm)]
  const lines = blocks.flatMap(([, block]) => block.split('\n'))
  const isImport = (line: string) => line.startsWith('import ')
  return [
    ...new Set(lines.filter(isImport)),
    'declare function askForCode(): string',
    'declare function store(tokens: object): void',
    'declare function lock(licenseId: string): Promise<void>',
    'declare const rawBody: string',
    'declare const request: { headers: Record<string, string | string[] | undefined> }',
    ...lines.filter((line) => !isImport(line)),
  ].join('\n')
}

test.group('the package of the SDK', (group) => {
  let packed: Awaited<ReturnType<typeof installPacked>>
  group.setup(async () => {
    packed = await installPacked()
    return () => rm(packed.folder, { recursive: true })
  })

  test('brings nothing but what is built, and no dependency', async ({ assert }) => {
    const home = join(packed.project, 'node_modules/@latchkey/sdk')
    assert.sameMembers(await readdir(home), ['README.md', 'dist', 'package.json'])
    assert.sameMembers(await readdir(join(home, 'dist')), ['cjs', 'esm'])
    assert.sameMembers(await readdir(join(packed.project, 'node_modules')), [
      '.package-lock.json',
      '@latchkey',
    ])
  }).tags(['@once'])

  test('works with import and with require', async ({ assert }) => {
    const expected = 'function,function,function,function true FORGED_WEBHOOK wait'
    const imported = `import * as sdk from '@latchkey/sdk'`
    assert.equal(await output(packed.project, 'program.mjs', imported), expected)
    const required = `const sdk = require('@latchkey/sdk')`
    assert.equal(await output(packed.project, 'program.cjs', required), expected)
  }).tags(['@once'])

  test('its types compile, strictly and without the types of Node.js, as do the examples of its README', async ({
    assert,
  }) => {
    const { project } = packed
    await mkdir(join(project, 'web'))
    await mkdir(join(project, 'node'))
    await symlink(resolve('node_modules/@types'), join(project, 'node_modules/@types'))
    const program = `import { Latchkey, LatchkeyError, type Code } from '@latchkey/sdk'
      const api = new Latchkey({ baseUrl: 'https://a.example', apiKey: 'svc_', productId: 'p' })
      export async function count(): Promise<number> {
        let active = 0
        for await (const { status } of api.licenses.list()) if (status === 'ACTIVE') active++
        return active
      }
      export const code: Code = 'RATE_LIMITED'
      export const isBusy = (error: unknown) => error instanceof LatchkeyError && error.code === code`
    await writeFile(join(project, 'web/program.mts'), program)
    await writeFile(join(project, 'web/program.cts'), program)
    await writeFile(join(project, 'node/readme.mts'), await examplesOfReadme())
    const buffers = `import { Latchkey, verifyWebhook } from '@latchkey/sdk'
      export const verify = (raw: Buffer) => verifyWebhook(raw, {}, 'whsec_AAAA')
      export const upload = (api: Latchkey, raw: Buffer) => api.licenses.import(raw)`
    await writeFile(join(project, 'node/buffers.mts'), buffers)
    const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022']
    await writeFile(join(project, 'web/wrong.mts'), `${program}\nexport const wrong: Code = 'NO_SUCH_CODE'`)
    const programs = ['web/program.mts', 'web/program.cts', 'web/wrong.mts']
    // One compilation for all programs, because the compiler spends most of its time on what they share. Only the wrong
    // one is refused.
    const refused = await compile(project, ...strict, '--lib', 'es2022,dom', ...programs).then(
      () => '',
      ({ message }: Error) => message
    )
    assert.match(refused, /^web\/wrong\.mts.+NO_SUCH_CODE/)
    assert.lengthOf(refused.match(/error TS/g) ?? [], 1, refused)
    await compile(project, ...strict, '--types', 'node', 'node/readme.mts', 'node/buffers.mts')
  }).tags(['@once'])

  test('publint and attw find nothing', async ({ assert }) => {
    const npm = (...args: string[]) => run('npm', ['run', '--silent', ...args], { cwd: PACKAGE })
    assert.match((await npm('publint', '--', packed.file)).stdout, /All good/)
    assert.match((await npm('attw', '--', packed.file)).stdout, /No problems found/)
  }).tags(['@once'])
})
