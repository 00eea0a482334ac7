import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import Queues from '#kernel/queues/queues'
import { rows } from '#kernel/database/sql'
import ClearArtifacts from '#releases/actions/clear_artifacts'
import { createPublisher, cutUpload, draft, isOnDrive, pastDownload, put } from '#tests/testkit/publishing'
import { until } from '#tests/testkit/wait'
import { bootWorker, killWorker, letWork } from '#tests/testkit/worker_process'

/** Parts of cut uploads: more than one round of file deletions. */
const PARTS = 150

/** The steps of the job in order, each with a row that it needs. */
const STEPS = {
  'before the rows of parts are gone': ['artifacts', 'id'],
  'while it forgets downloads': ['downloads', 'id'],
  'between the files of a round and the notes of them': ['dropped_files', 'path'],
} as const
type Step = keyof typeof STEPS

async function scene() {
  const publisher = await createPublisher()
  const id = await draft(publisher)
  const whole = (await put(publisher, id, 'app.zip', 'bytes')).body.data.artifact.id as string
  // One after the other: all at once would open all connections of the pool, each with the deadline of a request.
  const parts: string[] = []
  while (parts.length < PARTS) parts.push(await cutUpload(id, 25))
  return { id, whole, parts, young: await cutUpload(id, 1), old: await pastDownload(whole, 91) }
}

/** Kills a worker that waits for a row in the middle of the job. */
async function killWhileItWaits(step: Step, row: string) {
  const [table, column] = STEPS[step]
  const trx = await db.transaction()
  const worker = bootWorker({ SCHEDULE: 'none' }, ['maintenance'])
  try {
    await rows(trx, `select from ${table} where ${column} = ? for update`, [row])
    // The queue must contain only this job: other jobs also delete notes of files, and one of them could wait for the
    // row instead.
    const queues = await app.container.make(Queues)
    await queues.ready()
    await queues.get('maintenance').drain(true)
    // Added directly, because dispatch leaves a job to the schedule if a busy store does not accept it in time.
    await queues.get('maintenance').add('artifacts.clear', {})
    await letWork(worker)
    await until('the job waits', async () => (await waiting(table, 'pid')).length > 0)
  } finally {
    await killWorker(worker)
    // Postgres would continue the statement of a client that is gone.
    await waiting(table, 'pg_terminate_backend(pid)')
    await trx.rollback()
  }
}

/** The connections whose deletion waits for a row. */
function waiting(table: string, what: string) {
  return rows(
    db.connection(),
    `select ${what} from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
       and query like ?`,
    [`delete from ${table}%`]
  )
}

/** The number of some files that have a row, that are on the drive, and that are noted as dropped. */
async function leftOf(ids: string[]) {
  const [{ stored, noted }] = await rows<{ stored: number; noted: number }>(
    db.connection(),
    `select (select count(*)::int from artifacts where id = any(?::uuid[])) as stored,
       (select count(*)::int from dropped_files where path = any(?::text[])) as noted`,
    [ids, ids.map((id) => `artifacts/${id}`)]
  )
  const there = await Promise.all(ids.map(isOnDrive))
  return { stored, noted, onDrive: there.filter(Boolean).length }
}

const ALL = { stored: PARTS, noted: 0, onDrive: PARTS }
const NOTED = { stored: 0, noted: PARTS, onDrive: PARTS }

/** contract/12-releases#121-publishing */
test.group('a worker that is killed while it clears the files of releases', (group) => {
  // This process finishes the job; the queue only brings it to the worker.
  group.tap((test) => test.tags(['@once']))

  test('{0}: the next run ends its work, and one more finds nothing to do')
    .with([
      ['before the rows of parts are gone', ALL],
      ['while it forgets downloads', NOTED],
      ['between the files of a round and the notes of them', { ...NOTED, onDrive: PARTS - 99 }],
    ] as [Step, typeof ALL][])
    .run(async ({ assert }, [step, left]) => {
      const { whole, parts, young, old } = await scene()
      const [table] = STEPS[step]
      await killWhileItWaits(
        step,
        { artifacts: parts[0], downloads: old, dropped_files: await notedFirst() }[table]
      )
      assert.deepEqual(await leftOf(parts), left, 'after the kill')
      assert.isTrue(await isOnDrive(whole))
      const clear = await app.container.make(ClearArtifacts)
      for (let times = 0; times < 2; times++) {
        await Promise.all([clear.execute(), clear.execute()])
        assert.deepEqual(await leftOf(parts), { stored: 0, noted: 0, onDrive: 0 }, `run ${times}`)
        assert.deepEqual(await leftOf([whole, young]), { stored: 2, noted: 0, onDrive: 2 })
        assert.isEmpty(await rows(db.connection(), 'select from downloads where id = ?', [old]))
      }
    })
    .timeout(60_000)
})

/** A note of a file that is already gone; it comes first in the first round of the job. */
async function notedFirst(): Promise<string> {
  const path = 'artifacts/of-an-earlier-run'
  await rows(
    db.connection(),
    `insert into dropped_files (path, dropped_at) values (?, now() - interval '1 d') on conflict do nothing`,
    [path]
  )
  return path
}
