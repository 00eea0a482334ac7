import { found } from '#config/environment'
import env from '#start/env'

/** The token that opens the bootstrap routes; the quickstart generates one if it is not set. */
export const bootstrapToken = env.get('BOOTSTRAP_ADMIN_TOKEN')?.release() ?? ''

/** Whether PORT was set. If so, that port is used or the start fails; it is never replaced silently. */
export const portWasChosen = !found.portIsDefault
