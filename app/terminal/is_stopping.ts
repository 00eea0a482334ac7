import type { ApplicationService } from '@adonisjs/core/types'

/**
 * Whether the process was told to stop. What fails then fails on what is closed already, which is nobody's problem: the exit
 * code of the process names the signal.
 */
export const isStopping = (app: ApplicationService) => app.isTerminating || app.isTerminated
