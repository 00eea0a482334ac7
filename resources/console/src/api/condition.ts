import { useSyncExternalStore } from 'react'

/** How this page stands with the service, shown above everything else. */
export type Condition = {
  /** The service asks to wait until then (a rate limit), in milliseconds since 1970. */
  waitUntil: number | null
  unreachable: boolean
  /** Somebody was signed in here, and is not any more. */
  sessionOver: boolean
}

let condition: Condition = { waitUntil: null, unreachable: false, sessionOver: false }
const listeners = new Set<() => void>()

export function changeCondition(change: Partial<Condition>) {
  const same = Object.entries(change).every(([name, value]) => condition[name as keyof Condition] === value)
  if (same) return
  condition = { ...condition, ...change }
  for (const listener of listeners) listener()
}

export const conditionNow = () => condition

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useCondition = () => useSyncExternalStore(subscribe, conditionNow)

/** Resolves when a condition holds. */
export function until(holds: (now: Condition) => boolean): Promise<void> {
  if (holds(condition)) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (!holds(condition)) return
      stop()
      resolve()
    })
  })
}
