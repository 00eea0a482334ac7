import type { Observation, Observations, Observed } from './observations.js'

/** Receives observations in the order in which they happened. */
export type Subscriber = (observed: Observed) => unknown

/** The maximum number of observations that wait for subscribers; more are dropped. */
const MOST_WAITING = 10_000

const subscribers = new Map<Observation, Set<Subscriber>>()
let waiting: Observed[] = []

/**
 * Reports to the subscribers what has just happened. The caller neither waits for subscribers nor sees their errors,
 * because they run in a later turn of the event loop. Without subscribers it costs one lookup. Never make a domain
 * change depend on it: effects that belong to a change go into its transaction or the outbox.
 */
export function observe<Name extends Observation>(name: Name, facts: Observations[Name]) {
  if (!subscribers.has(name)) return
  if (waiting.length === 0) setImmediate(deliver)
  if (waiting.length < MOST_WAITING) waiting.push({ name, facts } as Observed)
}

/** Subscribes to some observations. Returns a function that ends the subscription. */
export function subscribe(names: Iterable<Observation>, subscriber: Subscriber): () => void {
  const subscribed = [...names]
  for (const name of subscribed) {
    const all = subscribers.get(name) ?? new Set()
    subscribers.set(name, all.add(subscriber))
  }
  return () => {
    for (const name of subscribed) {
      const all = subscribers.get(name)
      all?.delete(subscriber)
      if (all?.size === 0) subscribers.delete(name)
    }
  }
}

function deliver() {
  const batch = waiting
  waiting = []
  for (const observed of batch) {
    for (const subscriber of subscribers.get(observed.name) ?? []) tell(subscriber, observed)
  }
}

/** If a subscriber fails, only that subscriber loses the observation. */
function tell(subscriber: Subscriber, observed: Observed) {
  try {
    const told = subscriber(observed)
    if (told instanceof Promise) told.catch(() => {})
  } catch {
    // Observing must never change what is observed.
  }
}
