import { webhooks } from '#config/webhooks'
import { guardedFetch } from '#kernel/net/guarded_fetch'

type Asked = { method?: string; headers?: Record<string, string>; body?: unknown }

/** Headers that describe the transferred bytes. They are wrong for the decoded body that is passed on. */
const OF_TRANSFER = ['content-encoding', 'content-length', 'transfer-encoding']

/** Fetches a URL of an org's provider by the guarded agent, because the org chose the URL. @throws FetchRefused */
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
