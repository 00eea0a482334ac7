export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** A call as it is sent, by whichever client of the service. */
export type Asked = {
  method: Method
  url: string
  body?: unknown
  signal?: AbortSignal
  /** The same for all tries of one write, which then has one effect. */
  key?: string
  /** The revision that the change was made on. */
  ifMatch?: number
  /** Sign-in and the like: there is no session to renew. */
  open?: boolean
}

type Ask = <Answer>(asked: Asked) => Promise<Answer>

type Described = { body?: unknown; path?: unknown; query?: unknown; url: string }

/** `data` of the successful answers of a route. */
type DataOf<Answers> = Answers[keyof Answers] extends infer Answer
  ? Answer extends { data: infer Data }
    ? Data
    : never
  : never

type Part<Name extends string, Value> = [Value] extends [never | undefined]
  ? unknown
  : undefined extends Value
    ? { [Key in Name]?: Exclude<Value, undefined> }
    : { [Key in Name]: Value }

type Sent<Route extends Described> = Part<'body', Route['body']> &
  Part<'path', Route['path']> &
  Part<'query', Route['query']> & { signal?: AbortSignal; key?: string; ifMatch?: number }

/** Routes of the API, by the types that its document gives them: `route<Data, Responses>('GET', '/v1/...')`. */
export function routesBy(ask: Ask) {
  return <Route extends Described, Answers>(method: Method, url: Route['url'], { open = false } = {}) =>
    (sent: Sent<Route>): Promise<DataOf<Answers>> => {
      const { path, query, body, signal, key, ifMatch } = sent as {
        path?: Record<string, string>
        query?: Record<string, unknown>
        body?: unknown
        signal?: AbortSignal
        key?: string
        ifMatch?: number
      }
      return ask({ method, url: addressOf(url, path, query), body, signal, key, ifMatch, open })
    }
}

/** The address of a route with its parts filled in; a query without what is undefined. */
export function addressOf(
  url: string,
  path: Record<string, string> = {},
  query: Record<string, unknown> = {}
) {
  const filled = url.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name]))
  const parts = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(parts.map(([name, value]) => [name, String(value)])).toString()
  return text ? `${filled}?${text}` : filled
}
