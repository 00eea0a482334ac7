import { hex, sha256, utf8 } from '../core/bytes.js'

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** Signs the calls of a program with the secret of its API key (interface#54-request-signing). */
export class RequestSigner {
  #secret: string
  #key?: Promise<Key>

  constructor(secret: string) {
    this.#secret = secret
  }

  /** The three headers of a signed POST. `seconds` is Unix time by the service's clock. */
  async headers(path: string, body: string, nonce: string, seconds: number): Promise<Record<string, string>> {
    const secret = utf8(this.#secret)
    this.#key ??= crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    const timestamp = String(seconds)
    const signed = ['POST', path, timestamp, nonce, hex(await sha256(utf8(body)))].join('\n')
    const signature = await crypto.subtle.sign('HMAC', await this.#key, utf8(signed))
    return {
      'x-svc-timestamp': timestamp,
      'x-svc-nonce': nonce,
      'x-svc-signature': hex(new Uint8Array(signature)),
    }
  }
}
