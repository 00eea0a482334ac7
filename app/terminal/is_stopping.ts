import { setTimeout as delay } from 'node:timers/promises'
import type { ApplicationService } from '@adonisjs/core/types'

/**
 * Whether the process was told to stop. What fails then fails on what is closed already, which is nobody's problem: the exit
 * code of the process names the signal.
 */
export const isStopping = (app: ApplicationService) => app.isTerminating || app.isTerminated

/**
 * Resolves when a process that was told to stop has closed everything, which may include the embedded Postgres; at once if
 * it was not told.
 */
export async function untilStopped(app: ApplicationService) {
  while (isStopping(app) && !app.isTerminated) await delay(20)
}
