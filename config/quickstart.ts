import env from '#start/env'

/** The token that opens the bootstrap routes; the quickstart generates one if it is not set. */
export const bootstrapToken = env.get('BOOTSTRAP_ADMIN_TOKEN')?.release() ?? ''
