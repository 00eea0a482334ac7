/** Processor time of the thread that serves requests, in milliseconds. Waiting does not count. */
export type ProcessorTime = {
  /** The total. */
  spent: number
  /** The longest turn of the event loop: every other request waited that long. */
  longestTurn: number
}

/** A turn that takes fewer milliseconds than this only checked for work. */
const IDLE = 0.1

/** Milliseconds of processor time that this thread uses while `run` runs, including work for other callers. */
export async function workWhile(run: () => Promise<unknown>): Promise<number> {
  const before = threadTime()
  await run()
  return threadTime() - before
}

/**
 * Measures the processor time of this thread while `run` runs, for each turn of its event loop. It does not use the
 * wall clock, because other processes that keep the machine busy have little influence on processor time.
 */
export async function processorTimeOf(run: () => Promise<unknown>): Promise<ProcessorTime> {
  const time: ProcessorTime = { spent: 0, longestTurn: 0 }
  let last = threadTime()
  const look = () => {
    const now = threadTime()
    const turn = now - last
    last = now
    if (turn > IDLE) time.spent += turn
    time.longestTurn = Math.max(time.longestTurn, turn)
  }
  const lookOn = () => {
    look()
    next = setImmediate(lookOn)
  }
  let next = setImmediate(lookOn)
  try {
    await run()
  } finally {
    clearImmediate(next)
    look()
  }
  return time
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
