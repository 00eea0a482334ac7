import config from '#config/queue'
import { schemaState } from '#system/health/schema_state'
import { unlockAppSecretsIfPossible } from '#kernel/secrets/app_secrets'
import { withTimeout } from '#kernel/time/with_timeout'
import { diagnose, EXAM_PATIENCE, type Diagnosis, type Symptom } from './diagnosis.js'
import { examineDatabase } from './database_exam.js'
import { examineDeliveries } from './deliveries_exam.js'
import { examineFiles } from './files_exam.js'
import { examineWaitingMail, examineWayOfMail } from './mail_exam.js'
import { examineQueues } from './queues_exam.js'
import { examineSettings } from './settings_exam.js'
import { examineShops } from './shops_exam.js'
import { examineSigning } from './signing_exam.js'

type Exam = () => Promise<Symptom[]>

type Part = {
  part: string
  remedy: string
  /** What needs a migrated database. */
  examine?: Exam
  /** What can be examined without a database. */
  alone?: Exam
}

const LOG = 'read the log of the service'
const OF_QUEUES = config.backend === 'redis' ? { alone: examineQueues } : { examine: examineQueues }

const PARTS: Part[] = [
  { part: 'queues', ...OF_QUEUES, remedy: 'check REDIS_URL and whether Redis is up' },
  {
    part: 'signing',
    examine: examineSigning,
    remedy: 'set APP_KEY to the key that the service has run with so far',
  },
  { part: 'webhooks', examine: examineDeliveries, remedy: LOG },
  {
    part: 'mail',
    alone: examineWayOfMail,
    examine: examineWaitingMail,
    remedy: 'check the SMTP_ settings and whether the mail server is up',
  },
  { part: 'shops', examine: examineShops, remedy: LOG },
]

/** How long an examination may take before the names of the parts that are waited for are told. Milliseconds. */
const SOON = 2000

/** Examines every part of a deployment, all at the same time, without changing anything. */
export default class ExamineDeployment {
  /**
   * `tellWait` gets the names of the parts that take long, once.
   * @throws StartProblem that names APP_KEY if the database was used with another one.
   */
  async execute(tellWait: (parts: string[]) => void = () => {}): Promise<Diagnosis[]> {
    const unlocked = unlockAppSecretsIfPossible()
    const schema = withTimeout(schemaState(), EXAM_PATIENCE)
    const database = Promise.all([schema, unlocked]).then(
      ([{ pending }]) => (pending === 'all' ? 'empty' : 'there'),
      () => 'away'
    )
    const waited = new Set<string>()
    const begin = (part: string, examine: Exam, remedy: string) => {
      waited.add(part)
      return diagnose(part, examine, remedy).finally(() => waited.delete(part))
    }
    const first = [
      begin('settings', examineSettings, LOG),
      begin('database', () => examineDatabase(schema), 'check DATABASE_URL and whether Postgres is up'),
      begin('files', examineFiles, LOG),
    ]
    const rest = PARTS.map(({ part, remedy, ...exams }) =>
      begin(part, () => examineBoth(exams, database), remedy)
    )
    const timer = setTimeout(() => tellWait([...waited]), SOON)
    const all = await Promise.all([...first, ...rest]).finally(() => clearTimeout(timer))
    await unlocked
    return (await database) === 'empty' ? all.slice(0, first.length) : all
  }
}

async function examineBoth({ examine, alone }: Pick<Part, 'examine' | 'alone'>, database: Promise<string>) {
  const found = alone?.() ?? Promise.resolve([])
  // Its error is thrown below, after the database is asked.
  found.catch(() => {})
  const isThere = (await database) === 'there'
  if (!isThere) return alone ? found : unknown()
  return [...(await found), ...((await examine?.()) ?? [])]
}

/** What is said of a part about which only the database knows something. */
async function unknown(): Promise<Symptom[]> {
  const remedy = 'run the doctor again once the database answers'
  return [{ status: 'warning', found: 'cannot be examined without the database', remedy }]
}
