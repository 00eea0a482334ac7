import type { Document } from './read_document.js'

/** The names of events that an endpoint can ask for, for the console. */
export function eventNamesText({ paths }: Document): string {
  const { requestBody } = paths['/v1/dashboard/webhooks/products/{productId}'].post
  const events = requestBody!.content['application/json'].schema.properties!.events.items!.enum as string[]
  const lines = events.filter((name) => name !== '*').map((name) => `  '${name}',`)
  return [
    '/** What an endpoint can hear of. `npm run pages` writes this file from the API document. */',
    'export const EVENTS = [',
    ...lines,
    '] as const',
    '',
  ].join('\n')
}
