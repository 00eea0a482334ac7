import { CURRENCY_DIGITS } from '#storefront/rules/currency_digits'
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

/** The decimals of currencies, for the prices in the console and the portal: the file name with its contents. */
export function consoleCurrencies(): Record<string, string> {
  const says = `/** The decimals of the currencies that do not have two. \`npm run pages\` writes this file. */`
  const lines = Object.entries(CURRENCY_DIGITS).map(([currency, digits]) => `  ${currency}: ${digits},`)
  const head = 'export const CURRENCY_DIGITS: Readonly<Record<string, number>> = {'
  return {
    'resources/console/src/generated/currency_digits.ts': [says, head, ...lines, '}', ''].join('\n'),
  }
}
