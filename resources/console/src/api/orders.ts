import type {
  OrdersFulfilData,
  OrdersFulfilResponses,
  OrdersIndexData,
  OrdersIndexResponses,
  OrdersRejectData,
  OrdersRejectResponses,
  OrdersReverseData,
  OrdersReverseResponses,
  OrdersShowData,
  OrdersShowResponses,
  OrdersStoreData,
  OrdersStoreResponses,
} from './types'
import { route } from './route'

export const listOrders = route<OrdersIndexData, OrdersIndexResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/orders'
)
export const recordSale = route<OrdersStoreData, OrdersStoreResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/orders'
)
export const readOrder = route<OrdersShowData, OrdersShowResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/orders/{orderId}'
)
export const fulfilOrder = route<OrdersFulfilData, OrdersFulfilResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/orders/{orderId}/fulfil'
)
export const rejectOrder = route<OrdersRejectData, OrdersRejectResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/orders/{orderId}/reject'
)
export const reverseOrder = route<OrdersReverseData, OrdersReverseResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/orders/{orderId}/reverse'
)
