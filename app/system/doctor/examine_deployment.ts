import { schemaState } from '#system/health/schema_state'
import { diagnose, type Diagnosis } from './diagnosis.js'
import { examineDatabase } from './database_exam.js'
import { examineDeliveries } from './deliveries_exam.js'
import { examineFiles } from './files_exam.js'
import { examineMail } from './mail_exam.js'
import { examineQueues } from './queues_exam.js'
import { examineSettings } from './settings_exam.js'
import { examineShops } from './shops_exam.js'
import { examineSigning } from './signing_exam.js'

const LOG = 'read the log of the service'

/** Examines every part of a deployment, without changing anything. */
export default class ExamineDeployment {
  async execute(): Promise<Diagnosis[]> {
    const schema = schemaState()
    const empty = schema.then(
      ({ pending }) => pending === 'all',
      () => false
    )
    const first = await Promise.all([
      diagnose('settings', examineSettings, LOG),
      diagnose('database', () => examineDatabase(schema), 'check DATABASE_URL and whether Postgres is up'),
      diagnose('files', examineFiles, LOG),
    ])
    if (await empty) return first
    const rest = await Promise.all([
      diagnose('queues', examineQueues, 'check REDIS_URL and whether Redis is up'),
      diagnose('signing', examineSigning, 'set APP_KEY to the key that the service has run with so far'),
      diagnose('webhooks', examineDeliveries, LOG),
      diagnose('mail', examineMail, 'check the SMTP_ settings and whether the mail server is up'),
      diagnose('shops', examineShops, LOG),
    ])
    return [...first, ...rest]
  }
}
