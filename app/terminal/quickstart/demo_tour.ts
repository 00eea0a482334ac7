import { createHash } from 'node:crypto'
import { shownNumber } from '#kernel/text/shown_number'
import { isFinal } from '#operations/rules/operation'
import type OperationWatch from '#operations/watch/operation_watch'
import ProgressLine from '#terminal/progress_line'
import { demoCsv, runPrefix } from './demo_file.js'
import type ServiceClient from './service_client.js'

type Operation = {
  id: string
  status: string
  progress: { total: number; processed: number; succeeded: number; skipped: number; failed: number }
  result: { downloadUrl?: string; sha256?: string; rows?: number } | null
  error: { message: string } | null
}

type Counts = { total: number; byStatus: Record<string, number> }
export type StepReport = { step: string; rows: number; seconds: number }
export type TourReport = { before: Counts; after: Counts; steps: StepReport[] }

const ROWS = 10_000

/**
 * The first heavy operation, end to end over HTTP and the queue: imports a file of licenses, freezes, extends,
 * unfreezes and exports them, with a progress bar for each step, and checks the result (contract#quickstart). It
 * leaves licenses that a newcomer can change in the next step.
 * @throws if a step does not end with every row done.
 */
export default class DemoTour {
  constructor(
    protected client: ServiceClient,
    protected watch: OperationWatch,
    protected orgId: string,
    protected productId: string
  ) {}

  async run(now = Date.now()): Promise<TourReport> {
    const licenses = `/v1/dashboard/orgs/${this.orgId}/licenses`
    const prefix = runPrefix(now)
    const filter = { productId: this.productId, search: prefix }
    const before = await this.#counts()
    const steps = [
      await this.#step('import', ROWS, () =>
        this.client.call('POST', `${licenses}/import?productId=${this.productId}`, {
          csv: demoCsv(prefix, ROWS, now),
        })
      ),
      await this.#step('freeze', ROWS, () =>
        this.client.call('POST', `${licenses}/freeze`, { json: { filter, reason: 'A first look' } })
      ),
      await this.#step('extend', ROWS, () =>
        this.client.call('POST', `${licenses}/extend`, { json: { filter, days: 30 } })
      ),
      await this.#step('unfreeze', ROWS, () =>
        this.client.call('POST', `${licenses}/unfreeze`, { json: { filter } })
      ),
      await this.#step(
        'export',
        ROWS,
        () =>
          this.client.call(
            'GET',
            `${licenses}/export?format=csv&productId=${this.productId}&search=${prefix}`
          ),
        (operation) => this.#checkDownload(operation)
      ),
    ]
    return { before, after: await this.#counts(), steps }
  }

  #counts() {
    return this.client.call<Counts>('GET', `/v1/dashboard/orgs/${this.orgId}/licenses/analytics`)
  }

  async #step(
    step: string,
    rows: number,
    start: () => Promise<{ operation: Operation }>,
    check: (operation: Operation) => Promise<void> = async () => {}
  ): Promise<StepReport> {
    const line = new ProgressLine(step.padEnd(8))
    const started = performance.now()
    const { operation } = await start()
    await this.#untilEnd(operation.id, line)
    const seconds = (performance.now() - started) / 1000
    const finished = await this.#read(operation.id)
    if (finished.status !== 'completed' || finished.progress.succeeded !== rows) {
      const why = finished.error?.message ?? JSON.stringify(finished.progress)
      throw new Error(`The ${step} ended as ${finished.status}: ${why}`)
    }
    await check(finished)
    const speed = shownNumber(Math.round(rows / seconds))
    line.finish(`${shownNumber(rows)} rows in ${seconds.toFixed(2)} s, ${speed} rows per second`)
    return { step, rows, seconds }
  }

  #untilEnd(id: string, line: ProgressLine): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.watch.watch(id, (seen) => {
        if (seen) line.update(seen.processed, seen.total)
        if (seen && !isFinal(seen.status)) return
        stop()
        resolve()
      })
    })
  }

  async #read(id: string): Promise<Operation> {
    type Found = { operation: Operation }
    const path = `/v1/dashboard/orgs/${this.orgId}/operations/${id}`
    return (await this.client.call<Found>('GET', path)).operation
  }

  /** Downloads the export through its signed link and compares its hash with the one in the result. */
  async #checkDownload({ result }: Operation) {
    const url = new URL(result!.downloadUrl!, this.client.baseUrl)
    const response = await fetch(new URL(url.pathname + url.search, this.client.baseUrl))
    const bytes = Buffer.from(await response.arrayBuffer())
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (!response.ok || sha256 !== result!.sha256) throw new Error('The download is not what was exported')
  }
}
