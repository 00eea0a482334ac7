import type { Moment } from './document_types.js'
import type { EventName } from '../webhooks/events.js'

export type WebhookEndpoint = {
  id: string
  productId: string
  url: string
  /** Names of events, or `*` for all. */
  events: string[]
  enabled: boolean
  payload: 'thin' | 'full'
  health: { lastSuccessAt: string | null; consecutiveFailures: number }
  createdAt: string
  updatedAt: string
}
/** An endpoint with its secret, which only creation and rotation show. */
export type WebhookEndpointWithSecret = WebhookEndpoint & { secret: string }
export type NewWebhookEndpoint = {
  url: string
  events: (EventName | '*')[]
  enabled?: boolean
  payload?: 'thin' | 'full'
}

export type DeliveryStatus = 'pending' | 'succeeded' | 'failed' | 'cancelled'
export type Delivery = {
  id: string
  endpointId: string
  event: string
  status: DeliveryStatus
  success: boolean
  attempts: number
  responseStatus: number | null
  lastError: string | null
  nextRetryAt: string | null
  createdAt: string
  deliveredAt: string | null
  errors: {
    attempt: number
    at: string
    message: string
    responseStatus: number | null
    durationMs: number
  }[]
}
export type Replay = {
  since: Moment
  until?: Moment
  status?: 'failed' | 'cancelled' | 'succeeded'
  event?: EventName
  dryRun?: boolean
}
