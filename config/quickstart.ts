import { found } from '#config/environment'
import env from '#start/env'

/** The token that opens the bootstrap routes; the quickstart makes one up where none is set. */
export const bootstrapToken = env.get('BOOTSTRAP_ADMIN_TOKEN')?.release() ?? ''

/** Whether somebody chose the port: then it is kept or the start fails, never replaced in silence. */
export const portWasChosen = !found.portIsDefault
