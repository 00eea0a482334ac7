import type { RoutesList } from '@adonisjs/core/types/http'

type RouteName = keyof RoutesList['ALL']

/**
 * Routes without an entry: billing (off), pages for people, the API description itself, and the queue board, which
 * has its own server.
 */
type InternalRoute =
  | `admin.${string}`
  | `billing.${string}`
  | `console_pages.${string}`
  | `portal_pages.${string}`
  | `home_pages.${string}`
  | `references.${string}`
  | `sign_in_pages.${string}`

/** A keyed route shares the entry of its dashboard twin, if it has one. */
type EntryName<Name> = Name extends `keyed.${infer Twin}` ? (Twin extends RouteName ? never : Name) : Name

/** The names that need an entry: a route without one does not compile. */
export type Described = EntryName<Exclude<RouteName, InternalRoute>>
