import env from '#start/env'

/**
 * Whom to tell of a vulnerability of this deployment. It is an object that can be written to, so that a test can set it
 * for its own duration.
 */
export const security: { contact: string | undefined } = { contact: env.get('SECURITY_CONTACT') }
