import type {
  DomainsStoreData,
  EndUsersOrdersClaimData,
  EndUsersOrdersClaimResponse,
  ListingsStoreData,
  ListingsUpdateData,
  OrdersIndexData,
  OrdersReverseData,
  OrdersStoreData,
  ProcessorEventsIndexData,
  ProcessorEventsTryResponse,
  ProcessorsStoreData,
  ProcessorsUpdateData,
  StorefrontsUpdateData,
} from '../generated/types.js'
import type { BodyOf, DataOf, QueryOf } from './document_types.js'

export type {
  Domain,
  Listing,
  Order,
  Processor,
  ProcessorEvent,
  PublicListing,
  Shop,
  Storefront,
} from '../generated/types.js'

export type NewDomain = BodyOf<DomainsStoreData>
export type StorefrontSetup = BodyOf<StorefrontsUpdateData>
export type NewListing = BodyOf<ListingsStoreData>
export type ListingChanges = BodyOf<ListingsUpdateData>
export type OrderClaim = BodyOf<EndUsersOrdersClaimData>
/** The order of an end user, and its payment page; null if no immediate payment is due. */
export type ClaimedOrder = DataOf<EndUsersOrdersClaimResponse>
/** A sale made outside the service. */
export type Sale = BodyOf<OrdersStoreData>
export type OrdersQuery = QueryOf<OrdersIndexData>
export type Reversal = BodyOf<OrdersReverseData>
export type NewProcessor = BodyOf<ProcessorsStoreData>
export type ProcessorChanges = BodyOf<ProcessorsUpdateData>
export type ProcessorEventsQuery = QueryOf<ProcessorEventsIndexData>
export type TriedEvent = DataOf<ProcessorEventsTryResponse>['would']
