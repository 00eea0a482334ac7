import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import { access, readFile, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { start, type Running } from '../../tests/testkit/processes.js'
import { until } from '../../tests/testkit/wait.js'
import { openTestDatabases } from '../../tests/testkit/test_databases.js'
import { freePort } from '#kernel/net/free_port'
import { programOf } from '../programs.js'

/** The number of measurements of each kind; the median counts. BENCH_ROUNDS shortens a run. */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)

export type Stage = Awaited<ReturnType<typeof openStage>>

/**
 * Starts a service in its own processes (one for HTTP, some for workers) on its own database, and opens one plain
 * connection to that database for the ceilings. The processes run the build in production mode, so that speed and
 * memory are those of a vendor. BENCH_WORKERS is the number of workers.
 * @throws if there is no build.
 */
export async function openStage(workers = Number(process.env.BENCH_WORKERS ?? 1)) {
  await access('build/bin/server.js').catch(() => {
    throw new Error('This benchmark runs the build, and there is none: npm run build')
  })
  const databases = await openTestDatabases()
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  const port = await freePort()
  Object.assign(process.env, {
    NODE_ENV: 'production',
    APP_KEY: randomBytes(32).toString('hex'),
    REDIS_PREFIX: process.env.REDIS_PREFIX ?? 'latchkey-bench',
    LOG_LEVEL: 'error',
    DATA_DIR: folder,
    DATABASE_URL: await databases.create(),
    PORT: String(port),
    API_KEY_IP_LIMIT_PER_MIN: '-1',
  })
  const { Ignitor } = await import('@adonisjs/core')
  const { APP_ROOT, importer, prepare } = await import('../../bin/application.js')
  const app = new Ignitor(APP_ROOT, { importer }).tap(prepare).createApp('console')
  await app.init()
  await app.boot()
  await app.start(() => {})
  await (await import('#kernel/database/schema')).migrate()
  const sql = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await sql.connect()
  const base = `http://127.0.0.1:${port}`
  const server = await programOf('start')
  const http = start(server.args, server.env)
  await until(
    'the HTTP process',
    () =>
      fetch(`${base}/health`).then(
        () => true,
        () => false
      ),
    60_000
  )
  const working = await Promise.all(Array.from({ length: workers }, () => startBulkWorker()))
  const idle = await Promise.all([http, working[0]].map(peakOf))
  return {
    base,
    sql,
    /** Starts one more worker; resolves with a function that stops it. */
    async addWorker(): Promise<() => Promise<void>> {
      const worker = await startBulkWorker()
      working.push(worker)
      return async () => {
        working.splice(working.indexOf(worker), 1)
        worker.child.kill('SIGTERM')
        await worker.ended
      }
    },
    /** The peak memory of the HTTP process and of any worker in MiB, and the peak right after their start. */
    async peaks() {
      const [first, ...others] = await Promise.all([http, ...working].map(peakOf))
      const worker = Math.max(...others)
      return `peak memory: HTTP ${first} MiB (${idle[0]} after the start), worker ${worker} MiB (${idle[1]})`
    },
    async close() {
      await Promise.all([http, ...working].map(end))
      await sql.end()
      await app.terminate()
      await databases.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startBulkWorker(): Promise<Running> {
  const { args, env } = await programOf('worker')
  const worker = start([...args, '--queues', 'bulk,maintenance', '--json'], env)
  await until('the worker', () => worker.output().includes('"queues"'), 60_000)
  return worker
}

async function end({ child, ended }: Running) {
  child.kill('SIGKILL')
  await ended
}

async function peakOf({ child }: Running): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

/** Calls the service and waits until the operation has completed; resolves with the seconds that it took. */
export async function timeOperation(stage: Stage, token: string, path: string, request: RequestInit = {}) {
  const started = performance.now()
  const response = await fetch(`${stage.base}${path}`, {
    ...request,
    redirect: 'manual',
    headers: { authorization: `Bearer ${token}`, prefer: 'wait=60', ...request.headers },
  })
  const answer = (await response.json()) as { data?: { operation: Shown } }
  if (!answer.data) throw new Error(`The call was refused: ${response.status} ${JSON.stringify(answer)}`)
  let { operation } = answer.data
  while (!['completed', 'failed', 'cancelled'].includes(operation.status)) {
    const url = `${stage.base}/v1/dashboard/orgs/${operation.orgId}/operations/${operation.id}`
    const again = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    operation = ((await again.json()) as { data: { operation: Shown } }).data.operation
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  if (operation.status !== 'completed' || operation.progress.succeeded !== operation.progress.total) {
    throw new Error(`The operation went wrong: ${JSON.stringify(operation)}`)
  }
  return (performance.now() - started) / 1000
}

type Shown = { id: string; orgId: string; status: string; progress: { succeeded: number; total: number } }

/**
 * After a checkpoint Postgres logs whole pages again. Run it before each measurement, so that all have the same cost.
 */
export async function checkpoint({ sql }: Stage) {
  await sql.query('checkpoint')
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

/** The load average of the last minute; results on a busy machine are less reliable. */
export function load(): string {
  return loadavg()[0].toFixed(1)
}

/** Prints one promise: both speeds, and their ratio next to the promised and the intended one. */
export function report(name: string, rows: number, ours: number[], ceiling: number[], goal: string) {
  const [fast, best] = [rows / median(ours), rows / median(ceiling)]
  const figures = `${Math.round(fast)} rows/s, ceiling ${Math.round(best)} rows/s`
  console.log(`${name}: ${figures}, ratio ${(fast / best).toFixed(2)} (${goal}); load ${load()}`)
}
