import { useSyncExternalStore } from 'react'

/** The state of the connection between this page and the service. The page shows it above everything else. */
export type Condition = {
  /** When the current rate limit ends, in milliseconds since 1970. */
  waitUntil: number | null
  unreachable: boolean
  /** A user was signed in on this page, and the session has ended. */
  sessionOver: boolean
  /** Somebody has signed in in another tab, and may not be the user of this page. */
  userUnsure: boolean
}

let condition: Condition = { waitUntil: null, unreachable: false, sessionOver: false, userUnsure: false }
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

/** Resolves when `holds` is true for the condition. */
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
