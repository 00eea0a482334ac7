import { port, positive } from '../setting_checks.js'
import { setting } from './setting.js'

/** The workload of one worker process. */
export const workers = {
  WORKER_CONCURRENCY: setting(positive, {
    default: '2',
    says: 'The number of operation chunks that one worker process handles at a time.',
  }),
  WORKER_HEALTH_PORT: setting(port, {
    unset: 'none',
    example: '3334',
    says: 'The port on which a worker serves `/health/live` and `/health/ready`. Each worker on one machine needs its own.',
  }),
  OPERATIONS_RUNNING_PER_ORG: setting(positive, {
    default: '4',
    says: 'The number of operations of one org that run at a time. The others wait.',
  }),
}
