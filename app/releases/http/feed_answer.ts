import { hash } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { namesTag } from '#kernel/files/http_range'

/** How long a program may keep an answer; a proxy keeps none, because another license may see other releases. */
const CACHED = 'private, max-age=60'

/** Sends a feed with its ETag; 304 to whoever has it already (contract/12-releases#124-update-feeds). */
export function sendFeed({ request, response }: HttpContext, text: string, type: string) {
  const tag = `"${hash('sha256', text, 'base64url')}"`
  response.header('etag', tag).header('cache-control', CACHED).header('vary', 'x-license-key')
  if (namesTag(request.header('if-none-match'), tag)) return response.status(304).send(null)
  response.header('content-type', type).send(text)
}

/** Says that there is no update. */
export function sendNoUpdate({ response }: HttpContext) {
  response.header('cache-control', CACHED).header('vary', 'x-license-key').status(204).send(null)
}

export const JSON_TYPE = 'application/json; charset=utf-8'
