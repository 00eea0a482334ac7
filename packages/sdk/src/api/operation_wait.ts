import { pauseAfter } from '../core/retry.js'
import { ProgressStream, type Seen, type Watched } from './progress_stream.js'
import type { Operation, OperationProgress, OperationStatus } from './operation_types.js'

export type WaitOptions = {
  /** Called on each change. */
  onProgress?: (progress: OperationProgress & { status: OperationStatus }) => void
  /** Milliseconds between two polls if no stream is available; 2000 by default. */
  pollMs?: number
  /** False polls instead of opening a stream. */
  stream?: boolean
  signal?: AbortSignal
}

/** The number of consecutive streams without news after which `waitForEnd` polls instead. */
const MOST_BREAKS = 3
const POLL = 2000

/** Waits for the end of an operation. @throws as `Operations.wait` */
export async function waitForEnd(watched: Watched, options: WaitOptions): Promise<Operation> {
  const { clock, random, read } = watched
  const { signal, stream = true, pollMs = POLL } = options
  const tell = teller(options)
  const progress = new ProgressStream(watched, signal)
  for (let breaks = 0; stream && breaks < MOST_BREAKS && progress.isUseful;) {
    let news = false
    for await (const seen of progress.follow()) {
      news = true
      tell(seen)
    }
    const operation = await look()
    if (operation) return operation
    breaks = news ? 1 : breaks + 1
    await clock.sleep(pauseAfter(breaks, random), signal)
  }
  for (;;) {
    const operation = await look()
    if (operation) return operation
    await clock.sleep(pollMs, signal)
  }

  async function look(): Promise<Operation | null> {
    const operation = await read(signal)
    tell(operation)
    return isFinal(operation.status) ? operation : null
  }
}

function isFinal(status: OperationStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

/** Reports each change once. */
function teller({ onProgress }: WaitOptions) {
  let last = ''
  return ({ status, progress }: Seen) => {
    const now = JSON.stringify([status, progress])
    if (now === last) return
    last = now
    onProgress?.({ ...progress, status })
  }
}
