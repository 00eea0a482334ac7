import config from '#config/queue'
import { schemaState } from '#system/health/schema_state'
import { withTimeout } from '#kernel/time/with_timeout'
import { diagnose, EXAM_PATIENCE, type Diagnosis, type Symptom } from './diagnosis.js'
import { examineDatabase } from './database_exam.js'
import { examineDeliveries } from './deliveries_exam.js'
import { examineFiles } from './files_exam.js'
import { examineMail, examineWayOfMail } from './mail_exam.js'
import { examineQueues } from './queues_exam.js'
import { examineSettings } from './settings_exam.js'
import { examineShops } from './shops_exam.js'
import { examineSigning } from './signing_exam.js'

type Exam = () => Promise<Symptom[]>

/** A part that needs a migrated database. */
type Part = {
  part: string
  examine: Exam
  remedy: string
  /** What can be examined without a database. */
  alone?: Exam
}

const LOG = 'read the log of the service'

const PARTS: Part[] = [
  {
    part: 'queues',
    examine: examineQueues,
    remedy: 'check REDIS_URL and whether Redis is up',
    alone: config.backend === 'redis' ? examineQueues : undefined,
  },
  {
    part: 'signing',
    examine: examineSigning,
    remedy: 'set APP_KEY to the key that the service has run with so far',
  },
  { part: 'webhooks', examine: examineDeliveries, remedy: LOG },
  {
    part: 'mail',
    examine: examineMail,
    remedy: 'check the SMTP_ settings and whether the mail server is up',
    alone: examineWayOfMail,
  },
  { part: 'shops', examine: examineShops, remedy: LOG },
]

/** Examines every part of a deployment, without changing anything. */
export default class ExamineDeployment {
  async execute(): Promise<Diagnosis[]> {
    const schema = withTimeout(schemaState(), EXAM_PATIENCE)
    const database = schema.then(
      ({ pending }) => (pending === 'all' ? 'empty' : 'there'),
      () => 'away'
    )
    const first = await Promise.all([
      diagnose('settings', examineSettings, LOG),
      diagnose('database', () => examineDatabase(schema), 'check DATABASE_URL and whether Postgres is up'),
      diagnose('files', examineFiles, LOG),
    ])
    const state = await database
    if (state === 'empty') return first
    const rest = PARTS.map(({ part, examine, remedy, alone }) =>
      diagnose(part, state === 'there' ? examine : (alone ?? unknown), remedy)
    )
    return [...first, ...(await Promise.all(rest))]
  }
}

/** What is said of a part about which only the database knows something. */
async function unknown(): Promise<Symptom[]> {
  const remedy = 'run the doctor again once the database answers'
  return [{ status: 'warning', found: 'cannot be examined without the database', remedy }]
}
