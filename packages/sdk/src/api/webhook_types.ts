import type { Delivery, WebhookEndpointsStoreData, WebhookSendsReplayManyData } from '../generated/types.js'
import type { BodyOf } from './document_types.js'

export type { Delivery, WebhookEndpoint, WebhookEndpointWithSecret } from '../generated/types.js'

export type NewWebhookEndpoint = BodyOf<WebhookEndpointsStoreData>
export type DeliveryStatus = Delivery['status']
export type Replay = BodyOf<WebhookSendsReplayManyData>
