import type {
  Delivery,
  WebhookDeliveriesIndexData,
  WebhookDeliveriesOfOrgData,
  WebhookEndpointsStoreData,
  WebhookSendsReplayManyData,
} from '../generated/types.js'
import type { BodyOf, QueryOf } from './document_types.js'

export type {
  Delivery,
  DeliveryDetail,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '../generated/types.js'

export type NewWebhookEndpoint = BodyOf<WebhookEndpointsStoreData>
export type DeliveryStatus = Delivery['status']
export type DeliveryList = QueryOf<WebhookDeliveriesIndexData>
export type OrgDeliveryList = QueryOf<WebhookDeliveriesOfOrgData>
export type Replay = BodyOf<WebhookSendsReplayManyData>
