import type { Logger } from '@adonisjs/core/logger'
import type { Observation, Observed } from './observations.js'
import { subscribe } from './observe.js'

/**
 * The level of each observation. Observations of every delivery or refusal are for debugging: a flood of refused
 * requests must not become a flood of log lines.
 */
const LEVELS: Record<Observation, 'info' | 'debug' | 'error'> = {
  operation_began: 'info',
  operation_chunk_done: 'debug',
  operation_ended: 'info',
  delivery_attempted: 'debug',
  limit_hit: 'debug',
  session_evicted: 'debug',
  org_administered: 'info',
  user_administered: 'info',
  queues_administered: 'info',
  job_failed: 'error',
}

/** Logs observations, each as one line of JSON. Returns a function that stops it. Disabled levels cost nothing. */
export function logObservations(logger: Logger): () => void {
  const names = (Object.keys(LEVELS) as Observation[]).filter((name) => logger.isLevelEnabled(LEVELS[name]))
  return subscribe(names, (observed) => {
    logger[LEVELS[observed.name]](factsOf(observed), observed.name.replaceAll('_', ' '))
  })
}

/** The facts, with the names that other log lines use for errors and requests. */
function factsOf({ facts }: Observed): Record<string, unknown> {
  const { error, requestId, ...others }: Record<string, unknown> = { ...facts }
  return {
    ...others,
    ...(requestId !== undefined && { request_id: requestId }),
    ...(error !== undefined && { err: error }),
  }
}
