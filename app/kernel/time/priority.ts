import { getPriority, setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** The nice value of work that no request waits for: a tenth of the processor time when it is short. */
const LATER = 10

/** The nice value of what answers requests: three times the processor time of a process that has none. */
const FIRST = -5

/**
 * Lets this process give way to requests when the machine is short of processor time; called in a thread, that thread
 * alone. Where the system forbids it, or would change the whole process for a thread, nothing happens.
 */
export function workInBackground() {
  if (!isMainThread && process.platform !== 'linux') return
  ask(LATER)
}

/**
 * Lets the thread that answers requests come before others when the machine is short of processor time, such as the
 * statements that Postgres runs for workers. Only root may ask for that, or a process with CAP_SYS_NICE; for others
 * nothing happens. Only on Linux, where it is about the calling thread alone, and not where somebody has chosen another
 * value already.
 */
export function answerFirst() {
  if (process.platform === 'linux' && getPriority() === 0) ask(FIRST)
}

function ask(nice: number) {
  try {
    setPriority(nice)
  } catch {
    // A sandbox may refuse it: the work is the same.
  }
}
