import { databaseUrl } from '#services/datastores'
import { start, until, type Running } from './processes.js'

/** Starts a worker of the bulk queue as a process of its own, on the database of this test run. */
export async function startWorker(env: Record<string, string> = {}): Promise<Running> {
  const worker = start(['ace.js', 'queue:work', '--queues', 'bulk'], {
    DATABASE_URL: databaseUrl(),
    LOG_LEVEL: 'silent',
    ...env,
  })
  await until(
    () => worker.output().includes('working on') || worker.child.exitCode !== null,
    'the worker',
    60_000
  )
  if (worker.child.exitCode !== null) throw new Error(`The worker ended: ${worker.output()}`)
  return worker
}

/** Ends a worker without giving it a chance to do anything about it. */
export async function killWorker(worker: Running) {
  worker.child.kill('SIGCONT')
  worker.child.kill('SIGKILL')
  await worker.ended
}
