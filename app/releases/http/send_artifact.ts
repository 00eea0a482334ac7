import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { sendHeadersOnly } from '#http/headers_only'
import { attachmentDisposition } from '#http/disposition'
import { keepPace } from '#http/send_pace'
import { byteRanges } from '#kernel/files/byte_ranges'
import { namesTag, type ByteRange } from '#kernel/files/http_range'
import { readRanges } from '#kernel/files/http_ranges'
import { openRange } from '#kernel/files/open_range'
import { noSuch } from '#kernel/refusals/refusals'
import type { Artifact } from '#releases/store/artifact_columns'
import { artifactPath } from '#releases/store/artifact_path'

type Head = Pick<Artifact, 'filename' | 'contentType' | 'bytes' | 'sha256'>

/**
 * The bytes that a request asks for. `ranges` null is the whole file. 304: the caller already has the file. 416: the
 * range is outside the file.
 */
export type AskedBytes = { ranges: ByteRange[] | null } | { status: 304 | 416 }

/**
 * Writes the headers of a file and reads which bytes the request asks for. The headers make a browser save the file and
 * never show it as a page.
 */
export function askedBytes({ request, response }: HttpContext, file: Head): AskedBytes {
  const tag = `"${file.sha256}"`
  response.header('ETag', tag)
  response.header('Accept-Ranges', 'bytes')
  response.header('Cache-Control', 'no-store, private')
  if (namesTag(request.header('if-none-match'), tag)) return { status: 304 }
  const condition = request.header('if-range')
  const fits = request.method() === 'GET' && (condition === undefined || condition === tag)
  const ranges = fits ? readRanges(request.header('range'), file.bytes) : null
  if (ranges === 'unsatisfiable') {
    response.header('Content-Range', `bytes */${file.bytes}`)
    return { status: 416 }
  }
  response.header('Content-Type', typeOf(file))
  response.header('Content-Disposition', attachmentDisposition(file.filename))
  response.header('X-Content-Type-Options', 'nosniff')
  response.header('Content-Security-Policy', "sandbox; default-src 'none'")
  return { ranges }
}

/**
 * Sends a file or ranges of it. A client that reads too slowly is disconnected.
 * @throws Refusal NOT_FOUND; FilesUnavailable
 */
export async function sendArtifact(ctx: HttpContext, artifact: Artifact, ranges: ByteRange[] | null) {
  const { response } = ctx
  const { id, bytes } = artifact
  if (ctx.request.method() === 'HEAD') {
    response.header('Content-Length', String(bytes))
    return sendHeadersOnly(ctx)
  }
  const open = async (range: ByteRange) => {
    const stream = await openRange(artifactPath(id), range)
    if (!stream) throw noSuch('artifact')
    return stream
  }
  if (ranges && ranges.length > 1) {
    const parts = byteRanges(ranges, bytes, typeOf(artifact))
    response.status(206)
    response.header('Content-Type', parts.type)
    response.header('Content-Length', String(parts.length))
    keepPace(ctx)
    return response.stream(Readable.from(parts.bytes(open), { objectMode: false }))
  }
  const [range] = ranges ?? []
  const stream = await open(range ?? { start: 0, end: bytes - 1 })
  if (range) {
    response.status(206)
    response.header('Content-Range', `bytes ${range.start}-${range.end}/${bytes}`)
  }
  response.header('Content-Length', String(range ? range.end - range.start + 1 : bytes))
  keepPace(ctx)
  response.stream(stream)
}

function typeOf({ contentType }: Pick<Head, 'contentType'>): string {
  return contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType
}
