export { Webhooks } from './webhooks'
export { EndpointPage } from './endpoint'
export { DeliveryPage } from './delivery'
