import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { BASE } from './http.js'

/** The answer to a request whose body was announced but never sent. */
export type Early = { status: number; code: string | undefined }

/** Announces a body of `bytes` bytes, sends none of it, and waits for the answer. */
export function announce(
  method: string,
  path: string,
  { headers = {}, bytes, base = BASE }: { headers?: Record<string, string>; bytes: number; base?: string }
): Promise<Early> {
  return new Promise((resolve, reject) => {
    const sent = request(base + path, {
      method,
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': bytes, ...headers },
    })
    sent.setTimeout(10_000, () => sent.destroy(new Error(`${method} ${path} waits for the body`)))
    sent.once('error', reject)
    sent.once('response', (response) => {
      const read = json(response).then((body) => {
        const { error } = body as { error?: { code: string } }
        resolve({ status: response.statusCode!, code: error?.code })
        sent.destroy()
      })
      read.catch(reject)
    })
    sent.flushHeaders()
  })
}
