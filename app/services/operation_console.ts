import type { BaseCommand } from '@adonisjs/core/ace'
import { isFinal, type OperationItem } from '#domain/operation/operation'
import type { OperationRow } from '#queries/operations/find_operation'
import type OperationWatch from './operation_watch.js'
import ProgressLine from './progress_line.js'

/** Shows a progress line on standard error until an operation has ended. */
export function followOperation(watch: OperationWatch, { id, type }: OperationRow): Promise<void> {
  const line = new ProgressLine(type)
  return new Promise((resolve) => {
    const stop = watch.watch(id, (sighting) => {
      line.update(sighting.processed, sighting.total)
      if (!isFinal(sighting.status)) return
      stop()
      const { succeeded, skipped, failed } = sighting
      line.finish(`${sighting.status}: ${succeeded} done, ${skipped} skipped, ${failed} failed`)
      resolve()
    })
  })
}

/** A row of a table for people. */
export function operationCells(row: OperationRow): string[] {
  const { processed, total, succeeded, skipped, failed } = row
  const progress = `${processed} of ${total} (${succeeded} done, ${skipped} skipped, ${failed} failed)`
  return [row.id, row.type, row.status, progress, row.createdAt.toISOString(), row.orgId]
}

/** Prints operations as a table. */
export function printOperations(command: BaseCommand, operations: OperationRow[]) {
  const table = command.ui.table().head(['Id', 'Type', 'Status', 'Progress', 'Created', 'Org'])
  for (const one of operations) table.row(operationCells(one))
  table.render()
}

/** Prints the items that did not simply succeed, each with its place and its reason. */
export function printItems(items: OperationItem[], more: boolean) {
  for (const { index, line, key, licenseId, outcome, code, message } of items) {
    const place = line === null ? `item ${index}` : `line ${line}`
    process.stdout.write(`${place}  ${key ?? licenseId ?? '-'}  ${outcome}  ${code}  ${message}\n`)
  }
  if (more) process.stdout.write('... and more: GET .../operations/:operationId/items has them all\n')
}
