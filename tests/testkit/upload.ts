import { BASE } from './http.js'
import type { Merchant } from './merchant.js'

/** The query of an import instead of its product alone, and further headers. */
export type ImportOptions = { query?: string; headers?: Record<string, string> }

/** Posts a file to the import route as the raw body. */
export async function postImport(
  merchant: Merchant,
  body: string | Uint8Array | ReadableStream,
  type = 'text/csv',
  { query = `productId=${merchant.productId}`, headers = {} }: ImportOptions = {}
) {
  const response = await fetch(`${BASE}/v1/dashboard/orgs/${merchant.orgId}/licenses/import?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${merchant.token}`, 'content-type': type, ...headers },
    body,
    duplex: 'half',
  } as unknown as RequestInit)
  return answer(response)
}

/** Posts a form to the import route. */
export async function postForm(
  merchant: Merchant,
  form: FormData,
  headers: Record<string, string> = {},
  query = `productId=${merchant.productId}`
) {
  const response = await fetch(`${BASE}/v1/dashboard/orgs/${merchant.orgId}/licenses/import?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${merchant.token}`, ...headers },
    body: form,
  })
  return answer(response)
}

async function answer(response: Response) {
  const body = (await response.json()) as {
    data: { operation: { id: string; [field: string]: unknown } }
    error: { code: string; message: string }
  }
  return { status: response.status, headers: response.headers, body }
}
