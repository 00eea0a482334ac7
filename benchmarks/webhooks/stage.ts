import 'reflect-metadata'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestDatabases } from '../../tests/support/test_databases.js'

/**
 * The service on a database of its own, without HTTP and workers, and receivers in another process. Postgres is
 * the server of DATABASE_URL, or an embedded one.
 */
export async function openStage() {
  const databases = await openTestDatabases()
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  Object.assign(process.env, {
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    DATA_DIR: folder,
    DATABASE_URL: await databases.create(),
    WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
  })
  const { Ignitor } = await import('@adonisjs/core')
  const { APP_ROOT, importer, prepare } = await import('../../bin/application.js')
  const app = new Ignitor(APP_ROOT, { importer }).tap(prepare).createApp('console')
  await app.init()
  await app.boot()
  await app.start(() => {})
  const { migrate } = await import('#services/schema')
  await migrate()

  const receivers = fork(new URL('./receivers.ts', import.meta.url), {
    execArgv: ['--import=@poppinss/ts-exec'],
  })
  const [{ port }] = (await once(receivers, 'message')) as [{ port: number }]
  return {
    port,
    /** How long each event received since the last call was on its way, in milliseconds. */
    async delays(): Promise<number[]> {
      receivers.send('delays')
      const [{ delays }] = (await once(receivers, 'message')) as [{ delays: number[] }]
      return delays
    },
    async close() {
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
