import { RETRY_DELAYS } from '#webhooks/rules/retry_schedule'
import { delays, positive, subnets } from '../setting_checks.js'
import { setting } from './setting.js'

/** How events reach the endpoints of merchants (interface#64-delivery-rules). */
export const webhookSettings = {
  WEBHOOK_ALLOWED_SUBNETS: setting(subnets, {
    unset: 'none',
    example: '10.1.0.0/16',
    says: 'Private ranges (CIDR, separated by commas) that deliveries may reach all the same; they are open to every org, so leave it empty where strangers can sign up.',
  }),
  WEBHOOK_RETRY_DELAYS: setting(delays, {
    default: RETRY_DELAYS.join(','),
    says: 'Seconds between the attempts of a delivery; there is one attempt more than delays.',
  }),
  WEBHOOK_TIMEOUT_SECONDS: setting(positive, {
    default: '10',
    says: 'How long one attempt may take as a whole.',
  }),
  WEBHOOK_ENDPOINT_CONCURRENCY: setting(positive, {
    default: '10',
    says: 'Attempts in flight to one endpoint, from one worker process.',
  }),
  WEBHOOK_CONCURRENCY: setting(positive, {
    default: '1500',
    says: 'Deliveries in hand of one worker process.',
  }),
  WEBHOOK_RETENTION_DAYS: setting(positive, { default: '30', says: 'How long deliveries are kept.' }),
}
