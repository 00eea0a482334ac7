import type {
  WebhookDeliveriesIndexData,
  WebhookDeliveriesIndexResponses,
  WebhookDeliveriesOfOrgData,
  WebhookDeliveriesOfOrgResponses,
  WebhookDeliveriesShowData,
  WebhookDeliveriesShowResponses,
  WebhookEndpointsDestroyData,
  WebhookEndpointsDestroyResponses,
  WebhookEndpointsIndexData,
  WebhookEndpointsIndexResponses,
  WebhookEndpointsOfOrgData,
  WebhookEndpointsOfOrgResponses,
  WebhookEndpointsRotateSecretData,
  WebhookEndpointsRotateSecretResponses,
  WebhookEndpointsStoreData,
  WebhookEndpointsStoreResponses,
  WebhookEndpointsUpdateData,
  WebhookEndpointsUpdateResponses,
  WebhookSendsReplayData,
  WebhookSendsReplayManyData,
  WebhookSendsReplayManyResponses,
  WebhookSendsReplayResponses,
  WebhookSendsTestData,
  WebhookSendsTestResponses,
} from './types'
import { route } from './route'

const ALL = '/v1/dashboard/webhooks/products/{productId}'
const ONE = '/v1/dashboard/webhooks/products/{productId}/{endpointId}'

export const listEndpoints = route<WebhookEndpointsIndexData, WebhookEndpointsIndexResponses>('GET', ALL)
export const createEndpoint = route<WebhookEndpointsStoreData, WebhookEndpointsStoreResponses>('POST', ALL)
export const changeEndpoint = route<WebhookEndpointsUpdateData, WebhookEndpointsUpdateResponses>('PATCH', ONE)
export const deleteEndpoint = route<WebhookEndpointsDestroyData, WebhookEndpointsDestroyResponses>(
  'DELETE',
  ONE
)
export const rotateSecret = route<WebhookEndpointsRotateSecretData, WebhookEndpointsRotateSecretResponses>(
  'POST',
  `${ONE}/rotate-secret`
)
export const testEndpoint = route<WebhookSendsTestData, WebhookSendsTestResponses>('POST', `${ONE}/test`)
export const listDeliveries = route<WebhookDeliveriesIndexData, WebhookDeliveriesIndexResponses>(
  'GET',
  `${ONE}/deliveries`
)
export const resendDelivery = route<WebhookSendsReplayData, WebhookSendsReplayResponses>(
  'POST',
  `${ALL}/deliveries/{deliveryId}/replay`
)
export const resendMany = route<WebhookSendsReplayManyData, WebhookSendsReplayManyResponses>(
  'POST',
  `${ONE}/replay`
)
export const readDelivery = route<WebhookDeliveriesShowData, WebhookDeliveriesShowResponses>(
  'GET',
  `${ALL}/deliveries/{deliveryId}`
)
export const listOrgEndpoints = route<WebhookEndpointsOfOrgData, WebhookEndpointsOfOrgResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/webhooks'
)
export const listOrgDeliveries = route<WebhookDeliveriesOfOrgData, WebhookDeliveriesOfOrgResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/deliveries'
)
