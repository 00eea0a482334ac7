/** Milliseconds of processor time of the thread that serves requests; nothing of it is waiting. */
export type ProcessorTime = {
  /** All of it. */
  spent: number
  /** The longest turn of the event loop: so long every other request waited. */
  longestTurn: number
}

/** A turn that takes less than this many milliseconds did nothing but look whether there is anything to do. */
const IDLE = 0.1

/** Milliseconds of processor time that this thread takes while something runs, whoever it works for. */
export async function workWhile(run: () => Promise<unknown>): Promise<number> {
  const before = threadTime()
  await run()
  return threadTime() - before
}

/**
 * Measures what this thread works while something runs, turn by turn of its event loop. Processor time and not the
 * clock: other processes that keep the machine busy change it little.
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
