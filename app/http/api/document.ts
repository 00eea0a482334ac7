import type { TSchema } from 'typebox'
import { Components } from './components.js'
import type { Entries, Entry } from './route_entry.js'
import { ErrorResponses } from './error_responses.js'
import { eventOperation } from './event_operation.js'
import { HEADERS } from './headers.js'
import { callOf } from './call.js'
import { SHARED_PARAMETERS } from './parameters.js'
import type { ReadRoute } from './read_routes.js'
import { SECURITY_SCHEMES } from './security.js'

export type Description = {
  title: string
  version: string
  description: string
  routes: readonly ReadRoute[]
  entries: Entries
  /** A sentence for each resource, in the order in which the document lists them. */
  tags: Readonly<Record<string, string>>
  /** Shapes that validators name. */
  shapes: readonly TSchema[]
  /** The data of each event, by its name. */
  events: Readonly<Record<string, { summary: string; data: TSchema }>>
}

/**
 * The description of the whole API as an OpenAPI document. The same input gives the same text.
 *
 * @throws Error for a tag without a sentence, and for an entry without a route.
 */
export function apiDocument({
  title,
  version,
  description,
  routes,
  entries,
  tags,
  shapes,
  events,
}: Description) {
  const components = new Components()
  const errors = new ErrorResponses(components)
  shapes.forEach((shape) => components.put(shape))
  const paths: Record<string, Record<string, object>> = {}
  const described = routes.flatMap((route) => {
    const entry = entryOf(route.name, entries)
    return entry ? [{ route, entry }] : []
  })
  const names = new Set(routes.map(({ name }) => name))
  for (const name of Object.keys(entries)) if (!names.has(name)) throw new Error(`No route is called ${name}`)
  for (const { route, entry } of described) {
    if (!(entry.tag in tags)) throw new Error(`The tag ${entry.tag} of ${route.name} has no sentence`)
    paths[route.path] ??= {}
    paths[route.path][route.method.toLowerCase()] = callOf(route, entry, { components, errors })
  }
  const webhooks = Object.entries(events).map(([name, event]) => [
    name,
    eventOperation(name, event, components),
  ])
  return {
    openapi: '3.1.1',
    info: { title, version, description },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, said]) => ({ name, description: said })),
    paths,
    webhooks: Object.fromEntries(webhooks) as object,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: SHARED_PARAMETERS,
      headers: HEADERS,
      responses: errors.all(),
      schemas: components.all(),
    },
  }
}

/** The entry of a route; a keyed route without one shares that of its dashboard twin. */
export function entryOf(name: string, entries: Entries): Entry | undefined {
  return entries[name] ?? entries[name.replace(/^keyed\./, '')]
}
