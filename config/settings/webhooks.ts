import { RETRY_DELAYS } from '#webhooks/rules/retry_schedule'
import { delays, positive, seconds, subnets } from '../setting_checks.js'
import { setting } from './setting.js'

/** How events reach the endpoints of merchants (interface#64-delivery-rules). */
export const webhookSettings = {
  WEBHOOK_ALLOWED_SUBNETS: setting(subnets, {
    unset: 'none',
    example: '10.1.0.0/16',
    says: 'Private address ranges (CIDR, separated by commas) that deliveries may reach. Every org can use them, so leave this empty if strangers can sign up.',
  }),
  WEBHOOK_RETRY_DELAYS: setting(delays, {
    default: RETRY_DELAYS.join(','),
    says: 'The seconds between the attempts of a delivery. The number of attempts is the number of delays plus one.',
  }),
  WEBHOOK_TIMEOUT_SECONDS: setting(seconds, {
    default: '10',
    says: 'The maximum total time of one attempt.',
  }),
  WEBHOOK_ENDPOINT_CONCURRENCY: setting(positive, {
    default: '10',
    says: 'The maximum number of parallel attempts to one endpoint, per worker process.',
  }),
  WEBHOOK_CONCURRENCY: setting(positive, {
    default: '1500',
    says: 'The maximum number of deliveries that one worker process handles at a time.',
  }),
  WEBHOOK_RETENTION_DAYS: setting(positive, { default: '30', says: 'How long deliveries are kept.' }),
}
