import { useSyncExternalStore } from 'react'
import { sharedTicks } from './shared_ticks'

const minutes = sharedTicks(document, 60_000)

/** Renders the component again every minute, because it shows how far a moment is from now. */
export function useMinutes() {
  useSyncExternalStore(minutes.subscribe, minutes.count)
}
