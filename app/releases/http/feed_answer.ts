import { hash } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { namesTag } from '#kernel/files/http_range'

/** A program may cache a response for a minute. A proxy may not, because another license may see other releases. */
const CACHED = 'private, max-age=60'

/** Sends a feed with its ETag, or 304 if the caller already has it (contract/12-releases#124-update-feeds). */
export function sendFeed(ctx: HttpContext, text: string, type: string) {
  const { request, response } = ctx
  const tag = `"${hash('sha256', text, 'base64url')}"`
  keepBriefly(ctx)
  response.header('etag', tag)
  if (namesTag(request.header('if-none-match'), tag)) return response.status(304).send(null)
  response.header('content-type', type).send(text)
}

/** Responds that there is no update. */
export function sendNoUpdate(ctx: HttpContext) {
  keepBriefly(ctx)
  ctx.response.status(204).send(null)
}

function keepBriefly({ response }: HttpContext) {
  response.header('cache-control', CACHED).header('vary', 'x-license-key')
}

export const JSON_TYPE = 'application/json; charset=utf-8'
