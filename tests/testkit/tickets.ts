import { openTicket, type NewTicket } from '#support/actions/open_ticket'
import { transaction } from '#kernel/database/unit_of_work'
import { BASE } from './http.js'
import type { Answer } from './api.js'

/** Opens a ticket of an end user at `now`, without a request. */
export function createTicket(
  { orgId, endUserId, ...more }: Pick<NewTicket, 'orgId' | 'endUserId'> & Partial<NewTicket>,
  now = Date.now()
): Promise<string> {
  const ticket = { orgId, endUserId, subject: 'It does not start', body: 'The window stays empty.', ...more }
  return transaction((trx) => openTicket(trx, ticket, now))
}

/** Uploads a file as the form field `file`. */
export async function postAttachment(
  path: string,
  token: string,
  content: Uint8Array | string,
  name = 'a.bin',
  headers: Record<string, string> = {}
): Promise<Answer> {
  const form = new FormData()
  form.append('file', new File([content as BlobPart], name, { type: 'text/html' }))
  const response = await fetch(`${BASE}${path}/attachments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: form,
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer['body'],
  }
}
