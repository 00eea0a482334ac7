import { port, positive } from '../setting_checks.js'
import { setting } from './setting.js'

/** The workload of one worker process. */
export const workers = {
  WORKER_CONCURRENCY: setting(positive, {
    default: '2',
    says: 'Chunks of operations that one worker process works on at a time.',
  }),
  WORKER_HEALTH_PORT: setting(port, {
    unset: 'none',
    example: '3334',
    says: 'A worker answers `/health/live` and `/health/ready` on this port.',
  }),
  OPERATIONS_RUNNING_PER_ORG: setting(positive, {
    default: '4',
    says: 'Operations of one org that run at a time; the others wait.',
  }),
}
