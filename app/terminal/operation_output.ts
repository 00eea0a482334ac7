import type { BaseCommand } from '@adonisjs/core/ace'
import { isFinal, type OperationItem } from '#operations/rules/operation'
import type { OperationRow } from '#operations/kinds/registry'
import { catalog } from '#kernel/queues/catalog'
import type Queues from '#kernel/queues/queues'
import { printable } from '#kernel/text/printable'
import { shownNumber } from '#kernel/text/shown_number'
import type OperationWatch from '#operations/watch/operation_watch'
import ProgressLine from './progress_line.js'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** A worker begins an operation at once, unless there is none or it cannot be reached. Milliseconds. */
const SOON = 3000
const NO_WORKER = 'no worker has begun it yet (npm run ace -- doctor says why)'

/**
 * Shows a progress line on standard error until an operation has ended. A stop signal ends the display and the
 * process, not the operation.
 */
export function followOperation(watch: OperationWatch, { id, type }: OperationRow): Promise<void> {
  const line = new ProgressLine(type)
  const from = Date.now()
  return new Promise((resolve) => {
    const leave = () => {
      stop()
      line.finish(
        `the operation continues; only the watching has ended (npm run ace -- operations:show ${id} --watch)`
      )
    }
    for (const signal of STOP_SIGNALS) process.once(signal, leave)
    const unwatch = watch.watch(id, (sighting) => {
      if (!sighting) {
        stop()
        line.finish('the operation no longer exists')
        return resolve()
      }
      const waits = sighting.status === 'queued' && Date.now() - from > SOON
      line.update(sighting.processed, sighting.total, waits ? NO_WORKER : null)
      if (!isFinal(sighting.status)) return
      stop()
      const { succeeded, skipped, failed } = sighting
      line.finish(
        `${sighting.status}: ${shownNumber(succeeded)} done, ${shownNumber(skipped)} skipped, ${shownNumber(failed)} failed`
      )
      resolve()
    })
    const stop = () => {
      unwatch()
      for (const signal of STOP_SIGNALS) process.off(signal, leave)
    }
  })
}

/** A row of a table for people. */
function operationCells(row: OperationRow): string[] {
  const { processed, total, skipped, failed } = row
  const others = [
    skipped && `${shownNumber(skipped)} skipped`,
    failed && `${shownNumber(failed)} failed`,
  ].filter(Boolean)
  const progress = [`${shownNumber(processed)} of ${shownNumber(total)}`, ...others].join(', ')
  const created = `${row.createdAt.toISOString().slice(0, 19).replace('T', ' ')}Z`
  return [row.id, row.dryRun ? `${row.type}, dry run` : row.type, row.status, progress, created, row.orgId]
}

/** Prints facts of a finished operation that its counts do not show: a dry run, and ignored columns of a file. */
export function printNotes({ dryRun, result }: OperationRow) {
  const leftOut = (result?.ignoredColumns ?? []) as string[]
  if (dryRun) process.stdout.write('This was a dry run: nothing has changed.\n')
  if (leftOut.length === 0) return
  const said = `Ignored columns, because their names are unknown: ${leftOut.join(', ')}. Use --map to assign them.`
  process.stdout.write(`${printable(said)}\n`)
}

/** Prints operations as a table. */
export function printOperations(command: BaseCommand, operations: OperationRow[]) {
  const table = command.ui.table().head(['Id', 'Type', 'Status', 'Progress', 'Created', 'Org'])
  for (const one of operations) table.row(operationCells(one).map(printable))
  table.render()
}

/**
 * Warns if operations wait because their queue is paused. Prints nothing if all operations have ended, or if the
 * queues do not answer, because the warning is not what the caller asked for.
 */
export async function warnOfPause(command: BaseCommand, operations: OperationRow[], queues: Queues) {
  if (operations.every(({ status }) => isFinal(status))) return
  const { queue } = catalog['operation.run']
  const paused = await queues.paused().catch((): string[] => [])
  if (!paused.includes(queue)) return
  command.logger.warning(
    `The queue ${queue} is paused: unfinished operations wait for npm run ace -- queue:resume ${queue}`
  )
}

/** Prints the items that were skipped or failed, each with its place and its reason. */
export function printItems(items: OperationItem[], more: boolean) {
  for (const { index, line, key, licenseId, outcome, code, message } of items) {
    const place = line === null ? `item ${index}` : `line ${line}`
    const said = `${place}  ${key ?? licenseId ?? '-'}  ${outcome}  ${code}  ${message}`
    process.stdout.write(`${printable(said)}\n`)
  }
  if (more) process.stdout.write('... and more: npm run ace -- operations:show ID --all shows them all\n')
}
