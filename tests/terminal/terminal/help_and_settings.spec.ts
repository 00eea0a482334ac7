import { HelpCommand } from '@adonisjs/core/ace'
import { Env } from '@adonisjs/core/env'
import ace from '@adonisjs/core/services/ace'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#kernel/net/free_port'
import { settings } from '#config/settings/table'
import { programArgs, start as startNode, startProgram } from '#tests/testkit/processes'

type Settings = Record<string, string | undefined>

/** The commands in the files of `commands/`. */
async function ownCommands(): Promise<{ commandName: string; help: string | string[] }[]> {
  const files = (await readdir(new URL('../../../commands/', import.meta.url))).filter((file) =>
    /\.[jt]s$/.test(file)
  )
  const commands = await Promise.all(
    files.map((file) => import(`../../../commands/${file.replace('.ts', '.js')}`))
  )
  return commands.map((command) => command.default)
}

/** The lines of the examples in a help text, each with the name of the program and those that continue it. */
function exampleLines(help: string | string[]): string[] {
  return [help]
    .flat()
    .filter((line, at, lines) => /^ *{{ binaryName }}/.test(line) || lines[at - 1]?.endsWith('\\'))
    .map((line) => line.replaceAll('{{ binaryName }}', 'npm run ace --'))
}

/** The output of `--help` of a command, without a separate process. */
async function helpOf(name: string) {
  ace.ui.switchMode('raw')
  try {
    await ace.boot()
    const parsed = { _: [], args: [name], flags: {}, unknownFlags: [] }
    const help = new HelpCommand(ace, parsed, ace.ui, ace.prompt)
    await help.exec()
    const text = help.logger.getLogs().map(({ message }) => message)
    return { exitCode: help.exitCode ?? 0, text: text.join('\n') }
  } finally {
    ace.ui.switchMode('normal')
  }
}

/** The settings that a start with `env` refuses, as the lines of its error name them. */
function wronglySet(env: Settings): string[] {
  const set = ([name, value]: [string, string | undefined]) => {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  const before = Object.keys(env).map((name): [string, string | undefined] => [name, process.env[name]])
  Object.entries(env).forEach(set)
  try {
    Env.rules(settings).validate(process.env)
    return []
  } catch (error) {
    const { help = '' } = error as { help?: string }
    return [...help.matchAll(/"([A-Z][A-Z0-9_]+)"/g)].map(([, name]) => name)
  } finally {
    before.forEach(set)
  }
}

test.group('commands and settings', (group) => {
  // Nothing here depends on where the queues are.
  group.tap((test) => test.tags(['@once']))

  test('each command has --help with an example and ends well', async ({ assert }) => {
    const names = (await ownCommands()).map(({ commandName }) => commandName)
    assert.includeMembers(names, ['bootstrap', 'queue:work', 'licenses:import', 'webhooks:replay'])
    for (const name of names) {
      const help = await helpOf(name)
      assert.equal(help.exitCode, 0, name)
      assert.match(help.text, /Help:\)?\s+\S/, `${name} has no example`)
      if (name !== 'quickstart') assert.include(help.text, '--json', `${name} has no --json`)
    }
    const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', REDIS_URL: undefined }
    // A command without arguments and one with two: with --help, missing arguments are not reported.
    for (const name of ['bootstrap', 'plan:set']) {
      const run = startProgram('bin/console', [name, '--help'], away)
      assert.equal(await run.ended, 0, run.output())
      assert.match(run.output(), /Help:\s+\S/)
      assert.notInclude(run.output(), 'Missing')
    }
  }).timeout(60_000)

  test('examples paste from a terminal of 80 columns: it breaks no line of them', async ({ assert }) => {
    const lines = (await ownCommands()).flatMap(({ help }) => exampleLines(help))
    assert.isAbove(lines.length, 30)
    // Ace indents the help by two more columns.
    assert.deepEqual(
      lines.filter(({ length }) => length > 78),
      []
    )
  })

  test('a wrong setting stops the start with a line that names it', async ({ assert }) => {
    const wrong: Record<string, string> = {
      PORT: '99999',
      TRUST_PROXY: 'nobody',
      DATABASE_URL: 'localhost',
      APP_KEY: 'fifteen letters',
      REDIS_URL: 'localhost',
      GEOIP_DATABASE: '/nowhere.mmdb',
      API_KEY_IP_LIMIT_PER_MIN: '0',
      LICENSE_LIMIT_PER_MIN: 'many',
      APP_URL: 'ftp://licenses.example',
      CONSOLE_URL: 'licenses.example/console',
      ALLOWED_ORIGINS: 'https://console.example,console.example',
      OAUTH_PROVIDERS: 'github,acme sso',
      WEBHOOK_RETRY_DELAYS: 'soon',
      SMTP_PORT: 'smtp',
      OAUTH_GITHUB_TOKEN_URL: 'ftp://github.example',
      DRIVE_DISK: 'floppy',
      S3_ENDPOINT: 'localhost:9000',
    }
    // Settings that a provider reads directly are not in the schema; only a real start checks them.
    const { OAUTH_GITHUB_TOKEN_URL, ...checked } = wrong
    for (const [name, value] of Object.entries(checked)) {
      assert.deepEqual(wronglySet({ [name]: value }), [name])
    }
    for (const env of [checked, { OAUTH_GITHUB_TOKEN_URL }]) {
      const run = startProgram('bin/server', [], { OAUTH_PROVIDERS: 'github', ...env })
      assert.equal(await run.ended, 1)
      for (const name of Object.keys(env)) assert.include(run.output(), `"${name}"`)
    }
  }).timeout(60_000)

  test('the file .env counts as a whole where the service is started', async ({ assert, cleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-env-'))
    cleanup(() => rm(folder, { recursive: true }))
    // A setting that the framework needs before any check, one that the service fills in, and one that is neither.
    const wrong = { PORT: '99999', APP_KEY: 'short', REDIS_URL: 'localhost' }
    const lines = Object.entries(wrong).map(([name, value]) => `${name}=${value}`)
    await writeFile(join(folder, '.env'), lines.join('\n'))
    const unset = Object.fromEntries(Object.keys(wrong).map((name) => [name, undefined]))
    const run = startNode(programArgs('bin/server'), unset, folder)
    assert.equal(await run.ended, 1)
    for (const name of Object.keys(wrong)) assert.include(run.output(), `"${name}"`)
  }).timeout(60_000)

  test('an older Node.js gets a sentence', async ({ assert }) => {
    const older = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.1.0' })`
    for (const program of ['bin/server', 'bin/console', 'bin/quickstart']) {
      const run = startNode([`--import=${older}`, ...programArgs(program)])
      assert.equal(await run.ended, 1)
      assert.match(run.output(), /^Latchkey needs Node\.js 24 or newer/)
    }
  }).timeout(60_000)

  test('a server whose port is taken ends', async ({ assert }) => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const run = startProgram('bin/server', [], { HOST: '127.0.0.1', PORT: String(port) })
    assert.equal(await run.ended, 1)
    assert.include(run.output(), 'EADDRINUSE')
    taken.close()
  }).timeout(60_000)

  test('a server whose host has no address ends with a line that names HOST', async ({ assert }) => {
    const port = String(await freePort())
    const run = startProgram('bin/server', [], { HOST: 'nowhere.invalid', PORT: port })
    assert.equal(await run.ended, 1)
    assert.match(
      run.output(),
      /^HOST nowhere\.invalid is no address of this machine \(\w+\): use 0\.0\.0\.0/m
    )
    assert.notMatch(run.output(), /\n +at /)
  }).timeout(60_000)

  test('a server that is told to stop while it starts ends', async ({ assert }) => {
    const runs = [300, 900, 1500].map(async (ms) => {
      const run = startProgram('bin/server', [], { PORT: String(await freePort()) })
      await pause(ms)
      run.child.kill('SIGTERM')
      return run.ended
    })
    for (const code of await Promise.all(runs)) assert.oneOf(code, [0, null])
  }).timeout(90_000)

  test('files in S3 need a bucket and a region', ({ assert }) => {
    for (const [missing, given] of [
      ['S3_BUCKET', 'S3_REGION'],
      ['S3_REGION', 'S3_BUCKET'],
    ]) {
      assert.deepEqual(wronglySet({ DRIVE_DISK: 's3', [given]: 'x' }), [missing])
    }
  })

  test('production takes no secret under 32 characters, but an older key of APP_KEYS', async ({ assert }) => {
    const long = 'k'.repeat(32)
    const short = 's'.repeat(31)
    const production = { NODE_ENV: 'production', APP_KEY: undefined }
    const refused: [string, Record<string, string>][] = [
      ['APP_KEY', { APP_KEY: short }],
      ['APP_KEYS', { APP_KEYS: `${short},${long}` }],
      ['APP_KEYS', { APP_KEYS: `${long},fifteen letters` }],
      ['APP_KEYS', { APP_KEYS: long, APP_KEY: 'another key of 32 characters or so' }],
      ['BOOTSTRAP_ADMIN_TOKEN', { APP_KEY: long, BOOTSTRAP_ADMIN_TOKEN: short }],
      ['SDK_SIGNING_SECRET', { APP_KEY: long, SDK_SIGNING_SECRET: short }],
    ]
    for (const [name, env] of refused) assert.deepEqual(wronglySet({ ...production, ...env }), [name])
    const accepted = { APP_KEYS: `${long},${short}`, APP_KEY: short, BOOTSTRAP_ADMIN_TOKEN: long }
    assert.deepEqual(wronglySet({ ...production, ...accepted }), [])

    const start = (env: Settings) => startProgram('bin/console', ['list'], { ...production, ...env })
    const runs = [start({ APP_KEYS: `${short},${long}`, SDK_SIGNING_SECRET: short }), start(accepted)]
    assert.equal(await runs[0].ended, 1)
    for (const name of ['APP_KEYS', 'SDK_SIGNING_SECRET'])
      assert.include(runs[0].output(), `variable \\"${name}\\"`)
    assert.notInclude(runs[0].output(), short)
    assert.equal(await runs[1].ended, 0, runs[1].output())
  }).timeout(60_000)

  test('production without APP_KEY does not start', async ({ assert }) => {
    const run = startProgram('bin/server', [], {
      NODE_ENV: 'production',
      APP_KEY: undefined,
    })
    assert.equal(await run.ended, 1)
    assert.include(run.output(), 'APP_KEY')
  })

  test('a store that cannot be reached ends the workers with a line that names it and says the cause', async ({
    assert,
  }) => {
    const refusals = [
      { REDIS_URL: 'redis://127.0.0.1:1' },
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    ].map(async (env) => {
      // Such a worker waits for its stores for half a minute; here a second is enough.
      const run = startNode(
        [...programArgs('bin/console', 'tests/testkit/impatient_worker'), 'queue:work'],
        env
      )
      assert.equal(await run.ended, 1)
      const last = run.output().trim().split('\n').at(-1)!
      assert.include(last, Object.keys(env)[0])
      assert.include(last, 'ECONNREFUSED')
    })
    await Promise.all(refusals)
  }).timeout(60_000)
})
