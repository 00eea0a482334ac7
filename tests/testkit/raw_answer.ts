import { request } from 'node:http'
import { BASE } from './http.js'

/** The answer exactly as sent, not decompressed, also for paths and hosts that `fetch` would not send. */
export function rawAnswer(path: string, headers = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(BASE)
      const sent = request({ hostname, port, path, headers }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(parts) })
        )
      })
      sent.once('error', reject).end()
    }
  )
}
