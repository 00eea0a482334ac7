import type { HttpContext } from '@adonisjs/core/http'
import { namesTag } from '#kernel/files/http_range'
import type { StaticFile } from './static_file.js'

/** For files whose URL stays the same across releases: proxies and browsers revalidate soon. */
const SHORT = 'public, max-age=60'

/** For files whose URL contains their version. */
export const LONG = 'public, max-age=31536000, immutable'

/** Sends a file with its ETag: gzipped if the client accepts that, and 304 if the client already has it. */
export async function sendStaticFile(
  { request, response }: HttpContext,
  file: StaticFile,
  { type, cache = SHORT }: { type: string; cache?: string }
) {
  response.header('etag', `W/${file.tag}`).header('cache-control', cache).header('vary', 'accept-encoding')
  if (namesTag(request.header('if-none-match'), file.tag)) return response.status(304).send(null)
  const packed = request.encoding(['gzip', 'identity']) === 'gzip'
  if (packed) response.header('content-encoding', 'gzip')
  response.header('content-type', `${type}; charset=utf-8`)
  return response.send(packed ? file.gzipped : await file.plain())
}
