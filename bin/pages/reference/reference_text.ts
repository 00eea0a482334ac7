import { CODES } from '#kernel/refusals/codes'
import {
  callsOf,
  codesOf,
  type Call,
  type Document,
  type Operation,
  type Parameter,
} from './read_document.js'
import { fieldLines, oneLine, typeText } from './schema_text.js'

/** The API document as Markdown (`/reference.md`): for people without a browser, and for language models. */
export function referenceText(document: Document): string {
  const { info, tags, webhooks, components } = document
  const parts = tags
    .filter(({ name }) => name !== 'Events')
    .map(({ name, description }) => [
      `## ${name}\n\n${description}`,
      ...callsOf(document, name).map((call) => callText(call, document)),
    ])
  return `${[
    `# ${info.title} API ${info.version}`,
    info.description,
    'The same for programs: `/openapi.json`. The meaning of each error code: `/errors`.',
    ...parts.flat(),
    '## Events\n\nThe events that webhook endpoints receive. The envelope is `{event, data, timestamp}`; `data` has these fields.',
    ...Object.entries(webhooks).map(([name, { post }]) => eventText(name, post)),
    '## Shapes',
    ...Object.entries(components.schemas)
      .filter(([name]) => !(name in CODES))
      .map(([name, schema]) =>
        block([`### ${name}`, schema.description, list(fieldLines(schema)) ?? typeText(schema)])
      ),
  ].join('\n\n')}\n`
}

/** Joins the parts that are set, with an empty line between them. */
const block = (parts: (string | undefined)[]) => parts.filter(Boolean).join('\n\n')
const list = (lines: string[]) => (lines.length > 0 ? lines.join('\n') : undefined)

function callText({ method, path, operation }: Call, { components }: Document): string {
  const parameters = (operation.parameters ?? []).map((one) =>
    one.$ref ? components.parameters[one.$ref.split('/').at(-1)!] : one
  )
  const { requestBody, security } = operation
  const credentials = security.flatMap((one) => Object.keys(one))
  return block([
    `### ${operation.summary}${path.startsWith('/v1/products/') ? ' (API key)' : ''}`,
    `\`${method} ${path}\``,
    operation.description,
    credentials.length > 0 ? `Credential: ${credentials.join(' or ')}.` : 'No credential.',
    list(parameters.map(parameterLine)),
    requestBody &&
      block([`Body: ${oneLine(requestBody.description ?? '')}`.trim(), ...bodies(requestBody.content)]),
    ...answers(operation),
    list(codesOf(operation).map(([status, codes]) => `- ${status}: ${codes.join(', ')}`)),
  ])
}

function parameterLine({ name, in: where, required, description, schema }: Parameter): string {
  const said = description ? `: ${oneLine(description)}` : ''
  return `- \`${name}\` (${where}${required ? '' : ', optional'}) ${typeText(schema)}${said}`
}

type Content = NonNullable<Operation['requestBody']>['content']

function bodies(content: Content): (string | undefined)[] {
  return Object.entries(content).flatMap(([type, { schema, example }]) => [
    type === 'application/json' ? undefined : `\`${type}\` ${oneLine(schema.description ?? '')}`,
    list(fieldLines(schema)) ?? (type === 'application/json' ? typeText(schema) : undefined),
    example === undefined ? undefined : `Example: \`${JSON.stringify(example)}\``,
  ])
}

/** The successful responses; `data` without its envelope. */
function answers({ responses }: Operation): string[] {
  return Object.entries(responses)
    .filter(([, { $ref }]) => !$ref)
    .map(([status, { description, content = {} }]) => {
      const [type, only] = Object.entries(content)[0] ?? []
      const data = only?.schema.properties?.data ?? only?.schema
      const shown = type && type !== 'application/json' ? ` \`${type}\`` : ''
      return block([
        `Answer ${status}:${shown} ${description}`,
        data && (list(fieldLines(data)) ?? `- ${typeText(data)}`),
      ])
    })
}

function eventText(name: string, { summary, requestBody }: Operation): string {
  const data = Object.values(requestBody!.content)[0].schema.properties!.data
  return block([`### ${name}`, `${summary}.`, list(fieldLines(data))])
}
