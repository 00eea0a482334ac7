export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** A call as any client of the service sends it. */
export type Asked = {
  method: Method
  url: string
  body?: unknown
  signal?: AbortSignal
  /** The same for all tries of one write, so that the write has one effect. */
  key?: string
  /** The revision that the change is based on. */
  ifMatch?: number
  /** For routes such as sign-in, where there is no session to renew. */
  open?: boolean
}

type Ask = <Answer>(asked: Asked) => Promise<Answer>

type Described = { body?: unknown; path?: unknown; query?: unknown; url: string }

/** The type of `data` in the successful answers of a route. */
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

/** Defines routes of the API, typed by the API document: `route<Data, Responses>('GET', '/v1/...')`. */
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

/** Fills in the path parameters of a route and appends the query, without parameters that are undefined. */
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
