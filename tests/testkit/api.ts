import { BASE } from './http.js'

export type Answer = {
  status: number
  headers: Headers
  body: { ok: boolean; data: any; error: { code: string; message: string; details?: { field: string }[] } }
}

/**
 * `base`: the address of another server than the one of this run. `text`: the answer may be something other than JSON;
 * its body is then null.
 */
type Options = {
  token?: string
  apiKey?: string
  body?: unknown
  headers?: Record<string, string>
  text?: boolean
  base?: string
}

/** Calls the service once, by method and path, and puts a user's token or an API key into its header. */
export async function call(method: string, path: string, options: Options = {}): Promise<Answer> {
  const { token, apiKey, body, headers, text: anyText, base = BASE } = options
  const response = await fetch(base + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(apiKey ? { 'x-api-key': apiKey } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  const isJson = !anyText || response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    body: text && isJson ? JSON.parse(text) : null,
  }
}
