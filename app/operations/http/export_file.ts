import type { HttpContext } from '@adonisjs/core/http'
import { namesTag, readRange } from '#kernel/files/http_range'
import Refusal from '#kernel/refusals/refusal'
import { sendHeadersOnly } from '#http/headers_only'
import { openExport } from '#operations/kinds/export/open_export'
import { kindOf, type OperationRow } from '#operations/kinds/registry'

/**
 * Sends the file of a finished export, or the requested range of it, so that an interrupted download can resume.
 * @throws Refusal NOT_FOUND; CONFLICT while there is no file yet.
 */
export async function sendExport({ request, response }: HttpContext, operation: OperationRow) {
  const { resultFile } = kindOf(operation.type)
  if (!resultFile) {
    throw new Refusal('NOT_FOUND', { message: 'Only an export has a file to download' })
  }
  if (operation.status !== 'completed') {
    throw new Refusal('CONFLICT', { message: `The export is ${operation.status}: there is no file` })
  }
  const stored = resultFile(operation.result ?? {})
  const { format, bytes, sha256 } = stored
  const tag = `"${sha256}"`
  response.header('ETag', tag)
  response.header('Accept-Ranges', 'bytes')
  response.header('Cache-Control', 'no-store, private')
  if (namesTag(request.header('if-none-match'), tag)) return response.status(304).send(null)
  const isHead = request.method() === 'HEAD'
  const condition = request.header('if-range')
  const fits = !isHead && (condition === undefined || condition === tag)
  const range = readRange(fits ? request.header('range') : undefined, bytes)
  if (range === 'unsatisfiable') {
    response.header('Content-Range', `bytes */${bytes}`)
    return response.status(416).send(null)
  }
  const file = await openExport(stored, range)
  if (!file) throw new Refusal('NOT_FOUND', { message: 'The file was deleted: export again' })
  response.header('Content-Type', format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json')
  response.header('Content-Disposition', `attachment; filename="licenses-${operation.id}.${format}"`)
  response.header('X-Content-Type-Options', 'nosniff')
  const { start, end } = range ?? { start: 0, end: bytes - 1 }
  response.header('Content-Length', String(end - start + 1))
  if (range) response.status(206).header('Content-Range', `bytes ${start}-${end}/${bytes}`)
  if (!isHead) return response.stream(file)
  // Nobody gets the bytes, so they are not read.
  file.destroy()
  sendHeadersOnly({ response })
}
