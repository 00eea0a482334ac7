import { setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** The nice value of work that no request waits for: a tenth of the processor time when it is short. */
const NICE = 10

/**
 * Lets this process give way to requests when the machine is short of processor time; called in a thread, that thread
 * alone. Where the system forbids it, or would change the whole process for a thread, nothing happens.
 */
export function workInBackground() {
  if (!isMainThread && process.platform !== 'linux') return
  try {
    setPriority(NICE)
  } catch {
    // A sandbox may refuse it: the work is the same.
  }
}
