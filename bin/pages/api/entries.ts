import { LICENSING_API } from '#licensing/http/api'
import type { Entry } from '#http/api/route_entry'
import type { Described } from './routes.js'

/** A line for each resource, in the order in which the document lists them. */
export const TAGS = {
  Licenses: 'Licenses of customers: their terms, status, bindings and timeline.',
  Blacklists: 'Devices and addresses that a product refuses.',
  Events: 'What webhook endpoints receive.',
}

/** The entries of all subjects. */
export const ENTRIES = {
  ...LICENSING_API,
} satisfies Record<Described, Entry>
