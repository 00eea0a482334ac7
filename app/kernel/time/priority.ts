import { getPriority, setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** The nice value of work that no request waits for: a tenth of the processor time when it is scarce. */
const LATER = 10

/**
 * The nice value of the thread that handles requests: three times the processor time of a process with the default
 * value.
 */
const FIRST = -5

/**
 * Gives this process a lower priority than requests when processor time is scarce; called in a thread, it affects only
 * that thread. It does nothing if the system forbids it, or if it would change the whole process for a thread.
 */
export function workInBackground() {
  if (!isMainThread && process.platform !== 'linux') return
  ask(LATER)
}

/**
 * Gives the thread that handles requests a higher priority than others when processor time is scarce, for example than
 * the statements that Postgres runs for workers. It needs root or CAP_SYS_NICE; without them nothing happens. It works
 * only on Linux, where it affects only the calling thread, and only if the operator has not chosen another value
 * already.
 */
export function answerFirst() {
  if (process.platform === 'linux' && getPriority() === 0) ask(FIRST)
}

function ask(nice: number) {
  try {
    setPriority(nice)
  } catch {
    // A sandbox may refuse it, but the work does not depend on it.
  }
}
