import { ACCOUNTS_API } from '#accounts/http/api'
import { CATALOG_API } from '#catalog/http/api'
import { LEGACY_API } from '#legacy/api'
import { LICENSING_API } from '#licensing/http/api'
import { TIERS_API } from '#licensing/http/tiers_api'
import { ORGS_API } from '#orgs/http/api'
import { DOMAINS_API } from '#orgs/http/domains_api'
import { SSO_API } from '#sso/http/api'
import { ANALYTICS_API } from '#analytics/http/api'
import { END_USERS_API } from '#end_users/http/api'
import { RELEASES_API } from '#releases/http/api'
import { STOREFRONT_API } from '#storefront/http/api'
import { UPDATES_API } from '#releases/http/updates_api'
import { SUPPORT_API } from '#support/http/api'
import { SYSTEM_API } from '#system/http/api'
import { OPERATIONS_API } from '#operations/http/api'
import { RUNTIME_API } from '#runtime/http/api'
import { WEBHOOKS_API } from '#webhooks/http/api'
import type { Entry } from '#http/api/route_entry'
import type { Described } from './routes.js'

/** The description of each resource, in the order in which the document lists them. */
export const TAGS = {
  'Sign-in': 'Sign-up, sign-in and sign-out of users.',
  Me: 'The signed-in user.',
  'Second factor': 'Codes of an authenticator app, in addition to the password.',
  'Linked accounts': 'Identities of the user at other providers.',
  Orgs: 'Orgs, their members and invites, and the audit log.',
  Products: 'Products, with the policy of their licenses.',
  'API keys': 'Credentials of a product, for servers and programs.',
  Bootstrap: 'The first products and keys of a deployment.',
  Licenses: 'Licenses: their terms, status, bindings and timeline.',
  Blacklists: 'Devices and IP addresses that a product refuses.',
  'End users': 'The people who hold licenses.',
  Portal: 'The portal of end users: its settings, its sign-in methods, and the requests of end users.',
  Tiers: 'Named templates of a product. A license takes its features and policy from its tier.',
  Tickets: 'Conversations between end users and the merchant.',
  SSO: 'Sign-in through the identity provider of an org.',
  Domains: 'DNS names that an org has verified as its own.',
  Releases: 'Versions of a product with their files, and how programs and end users download them.',
  Storefront: 'The shop of an org: its listings, and how visitors find them.',
  Orders: 'Orders of end users, and their fulfilment.',
  'Payment processors': "Connections to the merchant's payment processors, and their signed events.",
  Analytics: 'Counts and time series.',
  Platform: 'All orgs, users and queues, for platform admins.',
  System: 'The service itself: its health, version and public keys.',
  Operations: 'Work on many licenses: bulk changes, their progress and their results.',
  'Import and export': 'Import and export of licenses as files.',
  Runtime: 'Calls that programs make while they run.',
  Webhooks: 'Endpoints that receive events, and the deliveries to them.',
  'Secondary routes': 'The routes of `/api`, for programs that still use them.',
  Events: 'The events that webhook endpoints receive.',
}

/** The entries of all subjects. */
export const ENTRIES = {
  ...ACCOUNTS_API,
  ...ORGS_API,
  ...DOMAINS_API,
  ...SSO_API,
  ...CATALOG_API,
  ...LICENSING_API,
  ...TIERS_API,
  ...END_USERS_API,
  ...SUPPORT_API,
  ...RELEASES_API,
  ...UPDATES_API,
  ...STOREFRONT_API,
  ...ANALYTICS_API,
  ...SYSTEM_API,
  ...OPERATIONS_API,
  ...RUNTIME_API,
  ...WEBHOOKS_API,
  ...LEGACY_API,
} satisfies Record<Described, Entry>
