import 'reflect-metadata'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestDatabases } from '../../tests/testkit/test_databases.js'

/** A service with `size` licenses; it runs the task that it is told by name and answers with its duration. */
const size = Number(process.argv[2])
const WORKS = { licenses: () => import('./work.js'), enduser: () => import('./end_user_work.js') }
const work = process.argv[3] as keyof typeof WORKS
const databases = await openTestDatabases()
const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
Object.assign(process.env, {
  NODE_ENV: 'development',
  APP_KEY: 'a key of the benchmarks and of nothing else',
  LOG_LEVEL: 'error',
  DATA_DIR: folder,
  DATABASE_URL: await databases.create(),
})
const { Ignitor } = await import('@adonisjs/core')
const { APP_ROOT, importer, prepare } = await import('../../bin/application.js')
const app = new Ignitor(APP_ROOT, { importer }).tap(prepare).createApp('console')
await app.init()
await app.boot()
await app.start(() => {})
await (await import('#kernel/database/schema')).migrate()

const { openWork } = await WORKS[work]()
const tasks = await openWork(size)
process.on('message', (name: string) => {
  if (name === 'tasks') process.send!(Object.keys(tasks))
  else void measure(name)
})

async function measure(name: string) {
  const started = performance.now()
  await tasks[name]()
  process.send!(performance.now() - started)
}

process.send!('filled')
await once(process, 'disconnect')
await app.terminate()
await databases.close()
await rm(folder, { recursive: true, force: true })
