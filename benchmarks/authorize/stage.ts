import { execFile, fork, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '#kernel/net/free_port'
import { openTestDatabases } from '../../tests/testkit/test_databases.js'
import { programOf } from '../programs.js'
import type { Load, Result } from './driver.js'
import { processorTime } from './processor_time.js'

const run = promisify(execFile)
const UNBOUNDED = '100000000'

export type Vendor = {
  email: string
  password: string
  orgId: string
  productId: string
  apiKey: { key: string; signingSecret: string }
}
export type Stage = Awaited<ReturnType<typeof openStage>>

/**
 * Starts the built service in one process, a bare server in another and a load driver in a third, on a database of
 * their own. Limits are counted as in production, but are too high to be reached. Postgres is the server of
 * DATABASE_URL or an embedded one; nonces and limits are in Redis if REDIS_URL is set.
 */
export async function openStage(settings: Record<string, string> = {}) {
  const databases = await openTestDatabases()
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  const databaseUrl = await databases.create()
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    APP_KEY: randomBytes(32).toString('base64url'),
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    REDIS_PREFIX: `latchkey-bench-${process.pid}`,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'fatal',
    API_KEY_IP_LIMIT_PER_MIN: UNBOUNDED,
    API_KEY_LIMIT_FREE_PER_MIN: UNBOUNDED,
    PRODUCT_LIMIT_PER_MIN: UNBOUNDED,
    LICENSE_LIMIT_PER_MIN: UNBOUNDED,
    ...settings,
  }
  if (!process.env.BENCH_SKIP_BUILD) await run(process.execPath, ['ace.js', 'build'], { maxBuffer: 1e7 })
  const vendor = await bootstrap(env)
  const ports = { service: await freePort(), bare: await freePort() }
  const program = await programOf('start')
  const service = spawn(process.execPath, program.args, {
    env: { ...env, ...program.env, PORT: String(ports.service) },
    stdio: 'inherit',
  })
  const helpers = [forkHere('./bare_server.ts', [String(ports.bare)])]
  const [bare] = helpers
  const driver = forkHere('./driver.ts')
  await Promise.all([messageOf(bare), untilServing(ports.service)])
  return {
    vendor,
    databaseUrl,
    folder,
    ports,
    pid: service.pid!,
    /** Starts a bare server from one file and returns its port. */
    async serveFile(path: string): Promise<number> {
      const port = await freePort()
      const server = forkHere('../releases/file_server.ts', [String(port), path])
      helpers.push(server)
      await messageOf(server)
      return port
    },
    /** Sends one signed call for each body, to the service or to the bare route. */
    async drive(
      to: 'service' | 'bare',
      bodies: string[],
      connections = 64,
      how: Partial<Load> = {}
    ): Promise<Result> {
      const load: Load = { port: ports[to], connections, bodies, ...vendor.apiKey, ...how }
      driver.send(load)
      const [result] = (await messageOf(driver, bare, service)) as [Result]
      return result
    },
    /** The processor time of the service so far; on Linux only. */
    processorTime: () => processorTime(service.pid!, databaseUrl),
    async close() {
      driver.disconnect()
      await Promise.all([service, ...helpers].map(ended))
      await databases.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function bootstrap(env: NodeJS.ProcessEnv): Promise<Vendor> {
  const args = ['build/ace.js', 'bootstrap', '--email=bench@example.com', '--json']
  const { stdout } = await run(process.execPath, args, { env })
  return JSON.parse(stdout) as Vendor
}

function forkHere(file: string, args: string[] = []): ChildProcess {
  return fork(new URL(file, import.meta.url), args, {
    execArgv: ['--import=@poppinss/ts-exec'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
}

/** The next message of a process. @throws if it, or a process that it needs, has ended. */
async function messageOf(child: ChildProcess, ...needed: ChildProcess[]): Promise<unknown[]> {
  const over = new AbortController()
  const ends = [child, ...needed].map((one) =>
    once(one, 'exit', { signal: over.signal }).then(() => Promise.reject(new Error('A process has ended')))
  )
  try {
    return await Promise.race([once(child, 'message', { signal: over.signal }), ...ends])
  } finally {
    over.abort()
    await Promise.allSettled(ends)
  }
}

async function untilServing(port: number) {
  for (let tries = 0; tries < 300; tries++) {
    const up = await fetch(`http://127.0.0.1:${port}/v1/status`).then(
      ({ ok }) => ok,
      () => false
    )
    if (up) return
    await delay(100)
  }
  throw new Error('The built service does not start')
}

async function ended(child: ChildProcess) {
  child.kill('SIGTERM')
  await once(child, 'exit')
}
