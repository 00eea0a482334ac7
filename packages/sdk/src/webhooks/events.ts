import type { Webhooks } from '../generated/types.js'

/** The names of all events (interface#62-event-catalog, contract#event-names-and-urls). */
export type EventName = Webhooks['key']

/** Every event with its data. Full payloads of license events carry the license as lists show it. */
export type EventData = { [Name in EventName]: Extract<Webhooks, { key: Name }>['body']['data'] }

/** A verified delivery: `event` determines the type of `data`. */
export type WebhookEvent = {
  [Name in EventName]: {
    event: Name
    data: EventData[Name]
    /** When the event happened. */
    timestamp: string
    /** The id of the delivery, the same on each retry: use it to detect duplicates. */
    deliveryId: string
  }
}[EventName]
