import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'

/** The client that is registered with every fake provider. */
export const CLIENT = { id: 'latchkey', secret: 'the secret of the client' }

export type Asked = { method: string; path: string; headers: IncomingHttpHeaders; form: URLSearchParams }
export type Reply = { status?: number; json?: unknown; form?: URLSearchParams; location?: string }
type Authorization = { redirectUri: string; challenge: string; nonce: string | null; scope: string }

/** An HTTP server on loopback that plays an identity provider. */
export async function serveFake(answer: (asked: Asked) => Reply | Promise<Reply>) {
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, search } = new URL(request.url!, 'http://localhost')
      const form = new URLSearchParams(request.method === 'POST' ? await text(request) : search)
      const asked = { method: request.method!, path: pathname, headers: request.headers, form }
      const { status = 200, json, form: fields, location } = await answer(asked)
      const type = fields ? 'application/x-www-form-urlencoded' : 'application/json; charset=utf-8'
      response.writeHead(status, { 'content-type': type, ...(location ? { location } : {}) })
      response.end(fields ? fields.toString() : JSON.stringify(json ?? {}))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The authorization codes of a fake provider, checked as strictly as real providers check them. */
export class Codes {
  #issued = new Map<string, Authorization>()
  #tokens = new Map<string, string>()

  /** The person at the provider agrees or declines: redirects the browser back with a code or an error. */
  consent(form: URLSearchParams, denied: boolean): Reply {
    const back = new URL(form.get('redirect_uri')!)
    back.searchParams.set('state', form.get('state')!)
    const challenge = form.get('code_challenge')
    const good = form.get('client_id') === CLIENT.id && form.get('response_type') === 'code'
    if (!good || !challenge || form.get('code_challenge_method') !== 'S256') return { status: 400 }
    if (denied) {
      back.searchParams.set('error', 'access_denied')
      return { status: 302, location: back.href }
    }
    const code = randomBytes(10).toString('hex')
    this.#issued.set(code, {
      redirectUri: form.get('redirect_uri')!,
      challenge,
      nonce: form.get('nonce'),
      scope: form.get('scope')!,
    })
    back.searchParams.set('code', code)
    return { status: 302, location: back.href }
  }

  /**
   * The authorization that a code was issued for. Null if the code is unknown, used, issued to another client, or sent
   * without its verifier.
   */
  spend({ form, headers }: Asked): (Authorization & { accessToken: string }) | null {
    const [id, secret] = credentials(form, headers)
    const issued = this.#issued.get(form.get('code') ?? '')
    if (id !== CLIENT.id || !same(secret, CLIENT.secret) || !issued) return null
    this.#issued.delete(form.get('code')!)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const good = form.get('grant_type') === 'authorization_code' && challenge === issued.challenge
    if (!good || form.get('redirect_uri') !== issued.redirectUri) return null
    const accessToken = randomBytes(16).toString('hex')
    this.#tokens.set(accessToken, issued.scope)
    return { ...issued, accessToken }
  }

  /** The scope of the access token in a request; null without a valid one. */
  scopeOf({ headers }: Asked): string | null {
    return this.#tokens.get(/^Bearer (\w+)$/i.exec(headers.authorization ?? '')?.[1] ?? '') ?? null
  }
}

function credentials(form: URLSearchParams, { authorization = '' }: IncomingHttpHeaders): string[] {
  const basic = /^Basic (.+)$/.exec(authorization)
  if (!basic) return [form.get('client_id') ?? '', form.get('client_secret') ?? '']
  return Buffer.from(basic[1], 'base64').toString().replaceAll('+', ' ').split(':').map(decodeURIComponent)
}

function same(one: string, other: string) {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
