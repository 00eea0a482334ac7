import type { HttpContext } from '@adonisjs/core/http'
import type StartExport from '#actions/operations/start_export'
import type StartImport from '#actions/operations/start_import'
import Refusal from '#exceptions/refusal'
import type { OperationRow } from '#queries/operations/find_operation'
import { openExport } from '#queries/operations/open_export'
import { openUpload } from '#services/upload'
import { exportValidator, importValidator } from '#validators/operations'
import { accepted } from './accepted.js'

/** Stores the uploaded file, starts its import and answers 202, for both route families. */
export async function startImportRequest(ctx: HttpContext, start: StartImport) {
  const { request, scope } = ctx
  const query = await importValidator.validate(request.qs())
  const open = async () => {
    const upload = await openUpload(request.request)
    return { ...upload, bytes: ctx.uploadDigest?.over(upload.bytes) ?? upload.bytes }
  }
  return accepted(ctx, await start.execute(scope, open, query))
}

/** Starts an export and answers 202, for both route families. */
export async function startExportRequest(ctx: HttpContext, start: StartExport) {
  const { format = 'csv', ...filter } = await exportValidator.validate(ctx.request.qs())
  return accepted(ctx, await start.execute(ctx.scope, { format, ...filter }))
}

/** Sends the file of a finished export. Errors: NOT_FOUND, CONFLICT while there is none yet. */
export async function sendExport({ response }: HttpContext, operation: OperationRow) {
  if (operation.type !== 'licenses.export') {
    throw new Refusal('NOT_FOUND', { message: 'Only an export has a file to download' })
  }
  if (operation.status !== 'completed') {
    throw new Refusal('CONFLICT', { message: `The export is ${operation.status}: there is no file` })
  }
  const { format, bytes, sha256 } = operation.result as {
    format: 'csv' | 'json'
    bytes: number
    sha256: string
  }
  const file = await openExport(operation)
  if (!file) throw new Refusal('NOT_FOUND', { message: 'The file was deleted: export again' })
  response.header('Content-Type', format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json')
  response.header('Content-Length', String(bytes))
  response.header('Content-Disposition', `attachment; filename="licenses-${operation.id}.${format}"`)
  response.header('ETag', `"${sha256}"`)
  response.header('X-Content-Type-Options', 'nosniff')
  response.stream(file)
}
