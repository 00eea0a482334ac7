import { existsSync } from 'node:fs'
import { mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import CopyOut from '#kernel/database/copy_out'
import { dataDir } from '#config/app'
import { diskFault } from '#kernel/refusals/disk_fault'
import { copyToDrive } from '#operations/kinds/export/copy_to_drive'
import { ExportMeter } from '#operations/kinds/export/export_meter'

/** Takes nothing and answers each write with ENOSPC. */
const FULL = '/dev/full'

test.group('an export to a disk that becomes full', () => {
  test('fails with the fault of the disk', async ({ assert, cleanup }) => {
    const folder = join(dataDir, 'files', 'exports', 'full')
    await mkdir(folder, { recursive: true })
    cleanup(() => rm(folder, { recursive: true }))
    await symlink(FULL, join(folder, 'rows.csv'))
    const copy = new CopyOut()
    await copy.open()
    cleanup(() => copy.close())
    const params = { format: 'csv' as const }
    const meter = new ExportMeter(params, { take: () => {} })
    // Far more than streams hold, so that the disk fails in the middle.
    const query = { sql: `select repeat('x', 1000) as key from generate_series(1, 20000)`, values: [] }
    const copying = { copy, query, params, meter, file: 'exports/full/rows.csv' }
    const fault = await copyToDrive(copying, async () => {}).catch((error: unknown) => error)
    assert.equal(diskFault(fault), 'the disk for files is full (ENOSPC)')
  }).skip(!existsSync(FULL), `this system has no ${FULL}`)
})
