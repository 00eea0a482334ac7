import { queryOptions, useQuery } from '@tanstack/react-query'
import { Refusal } from '../../../console/src/api/refusal'
import { useMe } from './me'
import { route } from './route'
import type {
  EndUsersOrdersClaimData,
  EndUsersOrdersClaimResponses,
  EndUsersOrdersOwnData,
  EndUsersOrdersOwnOneData,
  EndUsersOrdersOwnOneResponses,
  EndUsersOrdersOwnResponses,
  EndUsersShopsOwnData,
  EndUsersShopsOwnResponses,
  OwnLicense,
  PublicListing,
  Shop,
} from './types'

const readShop = route<EndUsersShopsOwnData, EndUsersShopsOwnResponses>('GET', '/v1/enduser/storefront')

export const listOrders = route<EndUsersOrdersOwnData, EndUsersOrdersOwnResponses>(
  'GET',
  '/v1/enduser/orders'
)
export const readOrder = route<EndUsersOrdersOwnOneData, EndUsersOrdersOwnOneResponses>(
  'GET',
  '/v1/enduser/orders/{orderId}'
)
export const claim = route<EndUsersOrdersClaimData, EndUsersOrdersClaimResponses>(
  'POST',
  '/v1/enduser/orders'
)

const shopQuery = queryOptions({
  queryKey: ['shop'],
  queryFn: ({ signal }) => readShop({ signal }).catch(noneIfNone),
  staleTime: 60_000,
})

/** Returns null if the merchant has no shop, which is the usual case. */
function noneIfNone(error: unknown): null {
  if (error instanceof Refusal && error.code === 'STOREFRONT_NOT_FOUND') return null
  throw error
}

/**
 * Reads the shop of the merchant. The data is null if there is no shop. A session by license key has no access to a
 * shop.
 */
export function useShop() {
  const { byKey } = useMe()
  return useQuery({ ...shopQuery, enabled: !byKey })
}

/** Returns true if the end user has ever ordered something. */
export function useHasOrdered(): boolean {
  const { byKey } = useMe()
  const { data } = useQuery({
    queryKey: ['orders', 'any'],
    queryFn: ({ signal }) => listOrders({ query: { limit: 1 }, signal }),
    enabled: !byKey,
  })
  return (data?.orders.length ?? 0) > 0
}

/** Returns true if an order can act on a license. */
export const canBeSold = ({ status }: Pick<OwnLicense, 'status'>) =>
  status !== 'REVOKED' && status !== 'SUSPENDED'

/** Returns the listings that act on a license of this product: renewals, upgrades and addons. */
export const offersFor = (shop: Shop | null | undefined, productId: string): PublicListing[] =>
  (shop?.listings ?? []).filter((one) => one.kind !== 'new' && one.productId === productId)
