import { statfs } from 'node:fs/promises'
import { bucket, filesFolder } from '#config/drive'
import { dataDir } from '#config/app'
import { configuredUrl } from '#config/postgres'
import { testDrive } from '#system/health/drive_check'
import type { Symptom } from './diagnosis.js'

const GIB = 1024 ** 3

/** An import may be 256 MiB and an export more, so less free space than this is soon used up. Bytes. */
const LITTLE = 2 * GIB

/**
 * Writes and deletes a small file where uploads and exports are stored, and looks at the free space if files or the
 * embedded Postgres are below DATA_DIR.
 */
export async function examineFiles(): Promise<Symptom[]> {
  const { status, cause } = await testDrive()
  const remedy = bucket
    ? 'check the S3_ settings and the rights of their key'
    : 'make DATA_DIR writable for the account of the service'
  if (status !== 'ok') return [{ status: 'problem', found: cause!, remedy }]
  const place = bucket ? `the bucket ${bucket.bucket}` : filesFolder
  const space = bucket && configuredUrl ? [] : judgeSpace(await freeBytes())
  return [{ status: 'ok', found: `${place} can be written` }, ...space]
}

/** @internal */
export function judgeSpace(free: number): Symptom[] {
  if (free >= LITTLE) return []
  const found = `${(free / GIB).toFixed(1)} GiB are free on the disk of DATA_DIR`
  return [{ status: 'warning', found, remedy: 'free some space, or move DATA_DIR' }]
}

async function freeBytes(): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize
}
