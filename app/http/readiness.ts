/** The state of this process: it accepts new requests only while it is `ready`. */
export type Readiness = 'starting' | 'ready' | 'stopping'

let state: Readiness = 'starting'

/** Whether load balancers should send requests here (contract/01-changes#said-to-the-caller). */
export function readiness(): Readiness {
  return state
}

/** Call it once the connections are warm and requests can be answered in time. */
export function markReady() {
  state = 'ready'
}

/** Call it first when the process has to stop; requests in flight are still answered. */
export function markStopping() {
  state = 'stopping'
}
