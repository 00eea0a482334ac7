import 'reflect-metadata'
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { start } from '../../tests/testkit/processes.js'
import { until } from '../../tests/testkit/wait.js'
import { programOf } from '../programs.js'
import { openTestDatabases } from '../../tests/testkit/test_databases.js'

/**
 * Starts a worker process that runs the build in production mode on its own database, as a vendor's does, and
 * receivers in another process. Postgres is the server of DATABASE_URL, or an embedded one.
 * @throws if there is no build.
 */
export async function openStage() {
  await access('build/ace.js').catch(() => {
    throw new Error('This benchmark runs the build, and there is none: npm run build')
  })
  const databases = await openTestDatabases()
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  Object.assign(process.env, {
    NODE_ENV: 'production',
    APP_KEY: randomBytes(32).toString('hex'),
    REDIS_PREFIX: process.env.REDIS_PREFIX ?? `latchkey-bench-${process.pid}`,
    LOG_LEVEL: 'error',
    DATA_DIR: folder,
    DATABASE_URL: await databases.create(),
    WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
    WEBHOOK_ENDPOINTS_PER_PRODUCT: '-1',
  })
  const { Ignitor } = await import('@adonisjs/core')
  const { APP_ROOT, importer, prepare } = await import('../../bin/application.js')
  const app = new Ignitor(APP_ROOT, { importer }).tap(prepare).createApp('console')
  await app.init()
  await app.boot()
  await app.start(() => {})
  const { migrate } = await import('#kernel/database/schema')
  await migrate()

  const receivers = fork(new URL('./receivers.ts', import.meta.url), {
    execArgv: ['--import=@poppinss/ts-exec'],
  })
  const [{ port }] = (await once(receivers, 'message')) as [{ port: number }]
  const { args, env } = await programOf('worker')
  const worker = start([...args, '--queues', 'webhooks', '--json'], env)
  await until('the worker', () => worker.output().includes('"queues"'), 60_000)
  return {
    port,
    /** The delay of each event received since the last call. Milliseconds. */
    async delays(): Promise<number[]> {
      receivers.send('delays')
      const [{ delays }] = (await once(receivers, 'message')) as [{ delays: number[] }]
      return delays
    },
    async close() {
      worker.child.kill('SIGKILL')
      await worker.ended
      receivers.disconnect()
      await app.terminate()
      await databases.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

export function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]
}
