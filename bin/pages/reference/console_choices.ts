import type { Document } from './read_document.js'

/** The console's lists that come from the API document: the request, and the choice that the list offers. */
const CHOICES = [
  {
    file: 'event_names.ts',
    name: 'EVENTS',
    about: 'The events that an endpoint can subscribe to.',
    path: '/v1/dashboard/webhooks/products/{productId}',
    field: 'events',
  },
  {
    file: 'permissions.ts',
    name: 'PERMISSIONS',
    about: 'The permissions of an API key, from programs of end users to your own systems.',
    path: '/v1/dashboard/products/{productId}/api-keys',
    field: 'permissions',
  },
]

/** The values that the console offers as choices: file names with their contents. */
export function consoleChoices({ paths }: Document): Record<string, string> {
  return Object.fromEntries(
    CHOICES.map(({ file, name, about, path, field }) => {
      const { requestBody } = paths[path].post
      const { properties } = requestBody!.content['application/json'].schema
      const values = properties![field].items!.enum as string[]
      const lines = values.filter((value) => value !== '*').map((value) => `  '${value}',`)
      const says = `/** ${about} \`npm run pages\` writes this file from the API document. */`
      const text = [says, `export const ${name} = [`, ...lines, '] as const', ''].join('\n')
      return [`resources/console/src/generated/${file}`, text]
    })
  )
}
