import { webhooks } from '#config/webhooks'
import { guardedFetch } from '#kernel/net/guarded_fetch'

type Asked = { method?: string; headers?: Record<string, string>; body?: unknown }

/** Headers that describe bytes as they came, and no longer as they are handed on. */
const OF_TRANSFER = ['content-encoding', 'content-length', 'transfer-encoding']

/** Asks the provider of an org, whose address is the org's word, by the guarded agent. @throws FetchRefused */
export async function guardedResponse(url: string, { method, headers, body }: Asked = {}): Promise<Response> {
  const form = body instanceof URLSearchParams ? body.toString() : undefined
  const { response, body: bytes } = await guardedFetch(url, webhooks.allowedSubnets, {
    method,
    headers,
    body: form,
  })
  const kept = [...response.headers].filter(([name]) => !OF_TRANSFER.includes(name))
  const content = bytes.length > 0 ? new Uint8Array(bytes) : null
  return new Response(content, { status: response.status, headers: kept })
}
