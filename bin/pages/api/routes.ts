import type { RoutesList } from '@adonisjs/core/types/http'

type RouteName = keyof RoutesList['ALL']

/**
 * Groups of routes without an entry: billing (off), pages for people, the API description itself, and the queue board,
 * which has its own server.
 */
const INTERNAL = [
  'admin',
  'billing',
  'console_pages',
  'portal_pages',
  'home_pages',
  'references',
  'sign_in_pages',
] as const
type InternalRoute = `${(typeof INTERNAL)[number]}.${string}`

/** Whether the API document leaves out the route of this name. */
export const isInternal = (name: string) => INTERNAL.some((group) => name.startsWith(`${group}.`))

/** A keyed route shares the entry of its dashboard twin, if it has one. */
type EntryName<Name> = Name extends `keyed.${infer Twin}` ? (Twin extends RouteName ? never : Name) : Name

/** The names that need an entry: a route without one does not compile. */
export type Described = EntryName<Exclude<RouteName, InternalRoute>>
