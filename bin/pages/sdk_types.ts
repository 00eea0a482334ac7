import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'

export const SDK_TYPES_FILE = 'packages/sdk/src/generated/types.ts'

type Answers = Record<string, { content?: unknown }>
type Body = { content: Record<string, { schema: Record<string, unknown> }> }
type Operation = { parameters?: { in?: string }[]; requestBody?: Body; responses?: Answers }
type Paths = Record<string, Record<string, Operation>>
type Document = { paths: Paths; webhooks: Paths; components: { schemas: Record<string, unknown> } }

/** The types of requests, responses and events of the API document (JSON), for the SDK. */
export async function sdkTypesText(document: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-sdk-types-'))
  try {
    await createClient({
      input: reduced(JSON.parse(document) as Document),
      output: folder,
      plugins: ['@hey-api/typescript'],
      logs: { level: 'silent', file: false },
    })
    return await readFile(join(folder, 'types.gen.ts'), 'utf8')
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The parts that the SDK needs types for. It reads errors and sets headers itself, so these are removed. */
function reduced({ paths, webhooks, components, ...rest }: Document): Record<string, unknown> {
  const { schemas } = components
  const isRefusal = (schema: unknown) => /"const":false|"ok":\{"enum":\[false\]/.test(JSON.stringify(schema))
  const kept = Object.entries(schemas).filter(([, schema]) => !isRefusal(schema))
  return {
    ...rest,
    paths: eachOperation(paths),
    webhooks: eachOperation(webhooks),
    components: { schemas: Object.fromEntries(kept) },
  }
}

function eachOperation(paths: Paths): Paths {
  return mapped(paths, (path) => mapped(path, withoutRefusals))
}

function withoutRefusals({
  parameters = [],
  requestBody,
  responses = {},
  ...operation
}: Operation): Operation {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return {
    ...operation,
    ...(requestBody && { requestBody: withoutRules(requestBody) }),
    parameters: parameters.filter((one) => one.in === 'path' || one.in === 'query'),
    responses: mapped(Object.fromEntries(successes), ({ content }) => ({ description: '', content })),
  }
}

/** Removes rules between fields: a type cannot express them, and the generator would turn them into `unknown`. */
function withoutRules({ content, ...rest }: Body): Body {
  return {
    ...rest,
    content: mapped(content, ({ schema, ...media }) => {
      const { oneOf: _one, allOf: _all, ...fields } = schema
      return { ...media, schema: fields }
    }),
  }
}

function mapped<From, To>(fields: Record<string, From>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]))
}
