import { CATALOG_API } from '#catalog/http/api'
import { LICENSING_API } from '#licensing/http/api'
import { ORGS_API } from '#orgs/http/api'
import type { Entry } from '#http/api/route_entry'
import type { Described } from './routes.js'

/** A line for each resource, in the order in which the document lists them. */
export const TAGS = {
  Orgs: 'Orgs, their members and invites, and the audit log.',
  Products: 'Products, with the policy that their licenses have.',
  'API keys': 'Credentials of a product, for servers and programs.',
  Bootstrap: 'The first products and keys of a deployment.',
  Licenses: 'Licenses of customers: their terms, status, bindings and timeline.',
  Blacklists: 'Devices and addresses that a product refuses.',
  Events: 'What webhook endpoints receive.',
}

/** The entries of all subjects. */
export const ENTRIES = {
  ...ORGS_API,
  ...CATALOG_API,
  ...LICENSING_API,
} satisfies Record<Described, Entry>
