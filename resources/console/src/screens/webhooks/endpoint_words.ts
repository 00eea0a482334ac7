import type { WebhookEndpoint, WebhookEndpointsStoreData } from '../../api/types'
import { EVENTS } from '../../generated/event_names'

export type EndpointBody = WebhookEndpointsStoreData['body']
export type EventName = EndpointBody['events'][number]

/** More endpoints than a product may have. */
export const ALL_ENDPOINTS = 200

/**
 * The events that the form of an endpoint offers. Those that the endpoint already subscribes to are among them even if
 * they are unknown here, so that a save keeps them.
 */
export const offeredEvents = (endpoint?: WebhookEndpoint): string[] => [
  ...new Set([...EVENTS, ...(endpoint?.events ?? []).filter((one) => one !== '*')]),
]

/** What the form sends for an endpoint in which nothing is changed. */
export const bodyOf = (endpoint: WebhookEndpoint): EndpointBody => ({
  url: endpoint.url,
  events: endpoint.events.includes('*')
    ? ['*']
    : (offeredEvents(endpoint).filter((one) => endpoint.events.includes(one)) as EventName[]),
  payload: endpoint.payload,
})
