/**
 * Milliseconds of processor time that this thread uses while `run` runs, including work for other callers. Waiting does
 * not count. It does not use the wall clock, because other processes that keep the machine busy have little influence
 * on processor time.
 */
export async function workWhile(run: () => Promise<unknown>): Promise<number> {
  const before = threadTime()
  await run()
  return threadTime() - before
}

/**
 * The longest turn of this thread's event loop while `run` runs, in milliseconds of processor time: every other request
 * waited that long. It looks at each turn, which keeps the thread busy while `run` waits, so the turns do not add up to
 * the work of `run`.
 */
export async function longestTurnWhile(run: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = threadTime()
  const look = () => {
    const now = threadTime()
    longest = Math.max(longest, now - last)
    last = now
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
  return longest
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
