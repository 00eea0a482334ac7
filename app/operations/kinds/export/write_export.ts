import drive from '@adonisjs/drive/services/main'
import CopyOut from '#kernel/database/copy_out'
import { StoredRoom } from '#kernel/files/stored_room'
import { Abandoned, copyToDrive } from './copy_to_drive.js'
import { claimExport, finishExport, isFinishedBy, releaseExport, renewExport } from './export_claim.js'
import { ExportMeter } from './export_meter.js'
import { exportQuery } from './export_query.js'
import type { Export } from './params.js'

/** The folder of exports on the drive; each export has a subfolder. */
export const EXPORTS = 'exports'

/**
 * Writes an export (contract#export): one worker streams one snapshot from the database to the drive. Each attempt
 * writes its own file, named after its claim, and deletes no file but its own and those that it found before its claim.
 * So a worker that was wrongly taken for dead cannot damage the file of the next one, at whatever point it goes on.
 * Returns false when another worker is writing the export, or it was cancelled or aborted.
 */
export async function writeExport(operation: Export, signal: AbortSignal): Promise<boolean> {
  const { id, orgId, params } = operation
  const folder = `${EXPORTS}/${id}`
  const earlier = await filesIn(folder)
  const claim = await claimExport(id)
  if (!claim) return false
  const file = `${folder}/${claim}.${params.format}`
  const copy = new CopyOut()
  let room: StoredRoom | null = null
  try {
    // Their attempts can no longer finish: they were killed, or have lost their claims.
    for (const left of earlier) await drive.use().delete(left)
    room = await StoredRoom.open(orgId)
    await copy.open()
    const query = exportQuery(operation)
    const total = await copy.count(query)
    const meter = new ExportMeter(params, room)
    await copyToDrive({ copy, query, params, meter, file }, async (rows) => {
      if (signal.aborted || !(await renewExport(id, claim, rows, total))) throw new Abandoned()
    })
    const result = { format: params.format, ...meter.report(), file }
    if (await finishExport(operation, claim, result)) return true
    throw new Abandoned()
  } catch (error) {
    // The COMMIT that finishes an export can succeed without an answer. If this cannot be read now, the file stays.
    if (await isFinishedBy(id, claim)) return true
    await drive.use().delete(file)
    await releaseExport(id, claim)
    if (error instanceof Abandoned) return false
    throw error
  } finally {
    room?.close()
    copy.close()
  }
}

/** The paths of the files in a folder of the drive; none if it does not exist, because a local disk cannot list it. */
async function filesIn(folder: string): Promise<string[]> {
  const listed = await drive
    .use()
    .listAll(folder)
    .catch(() => null)
  return [...(listed?.objects ?? [])].map(({ name }) => `${folder}/${name}`)
}
