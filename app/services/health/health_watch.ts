import { serviceHealth } from './service_health.js'

/** How often a process looks at its stores by itself, so that a failure is in the log although nobody asks. Milliseconds. */
const EVERY = 10_000

let timer: NodeJS.Timeout | null = null

export function startHealthWatch() {
  timer ??= setInterval(() => void serviceHealth(), EVERY).unref()
}

export function stopHealthWatch() {
  if (timer) clearInterval(timer)
  timer = null
}
