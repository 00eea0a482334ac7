import { ACCOUNTS_API } from '#accounts/http/api'
import { CATALOG_API } from '#catalog/http/api'
import { LEGACY_API } from '#legacy/api'
import { LICENSING_API } from '#licensing/http/api'
import { ORGS_API } from '#orgs/http/api'
import { ANALYTICS_API } from '#analytics/http/api'
import { END_USERS_API } from '#end_users/http/api'
import { SUPPORT_API } from '#support/http/api'
import { SYSTEM_API } from '#system/http/api'
import { OPERATIONS_API } from '#operations/http/api'
import { RUNTIME_API } from '#runtime/http/api'
import { WEBHOOKS_API } from '#webhooks/http/api'
import type { Entry } from '#http/api/route_entry'
import type { Described } from './routes.js'

/** A line for each resource, in the order in which the document lists them. */
export const TAGS = {
  'Sign-in': 'Signing up, in and out, for users.',
  Me: 'The signed-in user.',
  'Second factor': 'Codes of an authenticator app beside the password.',
  'Linked accounts': 'Identities of the user at other providers.',
  Orgs: 'Orgs, their members and invites, and the audit log.',
  Products: 'Products, with the policy that their licenses have.',
  'API keys': 'Credentials of a product, for servers and programs.',
  Bootstrap: 'The first products and keys of a deployment.',
  Licenses: 'Licenses of customers: their terms, status, bindings and timeline.',
  Blacklists: 'Devices and addresses that a product refuses.',
  'End users': 'The people who hold licenses.',
  Portal: 'The pages of end users: its settings, its doors, and what end users do there.',
  Tickets: 'Conversations between end users and the merchant.',
  Analytics: 'Counts and time series.',
  System: 'The service itself: its health, version and public keys.',
  Operations: 'Work on many licenses: bulk changes, and what became of them.',
  'Import and export': 'Licenses in files.',
  Runtime: 'What programs call while they run.',
  Webhooks: 'Endpoints that receive events, and what was sent to them.',
  'Secondary routes': 'The routes of `/api`, for programs that were written for them.',
  Events: 'What webhook endpoints receive.',
}

/** The entries of all subjects. */
export const ENTRIES = {
  ...ACCOUNTS_API,
  ...ORGS_API,
  ...CATALOG_API,
  ...LICENSING_API,
  ...END_USERS_API,
  ...SUPPORT_API,
  ...ANALYTICS_API,
  ...SYSTEM_API,
  ...OPERATIONS_API,
  ...RUNTIME_API,
  ...WEBHOOKS_API,
  ...LEGACY_API,
} satisfies Record<Described, Entry>
