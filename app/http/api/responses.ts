import type { Components } from './components.js'
import { saidOf, type Refusing } from './error_responses.js'
import { headersOf } from './headers.js'
import type { ReadRoute } from './read_routes.js'
import type { Entry, Success } from './route_entry.js'
import type { Schema } from './vine_schema.js'

/** The responses to a call, by status: the successful ones of its entry, and its errors. */
export function responsesOf(
  route: ReadRoute,
  { success }: Entry,
  refusing: Record<string, Refusing>,
  components: Components
) {
  const given: readonly Success[] = 'status' in success ? [success] : success
  const waited = route.waits ? given.filter(({ status }) => status === 202).map(finished) : []
  const byStatus = Map.groupBy([...given, ...waited], ({ status }) => String(status))
  const statuses = new Set([...byStatus.keys(), ...Object.keys(refusing)])
  const responses = [...statuses].sort().map((status) => {
    const answers = byStatus.get(status)
    const refused = refusing[status]
    return [status, answers ? answered(answers, route, components, refused) : refused.shared()]
  })
  return Object.fromEntries(responses) as object
}

/** The response to the same call with Prefer: wait, if the operation finished in time. */
function finished(accepted: Success): Success {
  return { ...accepted, status: 200, description: 'With `Prefer: wait`, if the operation ended in time.' }
}

const USUAL: Record<number, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted. An operation completes the work.',
  204: 'Done, without a body.',
  302: 'Redirect to the address in Location.',
  303: 'Redirect to the address in Location.',
}

/** A successful response, merged with the errors that share its status. */
function answered(answers: Success[], route: ReadRoute, components: Components, refused?: Refusing) {
  const { status } = answers[0]
  const replayed = route.idempotent && status < 300 ? (['Idempotent-Replayed'] as const) : []
  const applied = route.waits ? (['Preference-Applied'] as const) : []
  const own = answers.flatMap(({ headers = {} }) =>
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }])
  )
  const content = contentOf(answers, components, refused)
  return {
    description: descriptionOf(answers, refused),
    headers: { ...headersOf(status, ...replayed, ...applied), ...(Object.fromEntries(own) as object) },
    ...(Object.keys(content).length > 0 && { content }),
  }
}

function descriptionOf(answers: Success[], refused?: Refusing): string {
  const said = answers.map(({ status, description }) => description ?? USUAL[status] ?? 'Done.')
  return [...new Set(said), ...(refused ? [saidOf(refused.codes)] : [])].join('\n\n')
}

/** The bodies by their media types. */
function contentOf(answers: Success[], components: Components, refused?: Refusing) {
  const schemas = new Map<string, Schema[]>()
  const add = (type: string, schema: Schema) => schemas.set(type, [...(schemas.get(type) ?? []), schema])
  for (const { body, type = 'application/json' } of answers) if (body) add(type, components.put(body))
  for (const schema of refused?.schemas ?? []) add('application/json', schema)
  return Object.fromEntries(
    [...schemas].map(([type, some]) => [type, { schema: some.length === 1 ? some[0] : { anyOf: some } }])
  )
}
