import env from '#start/env'

/**
 * The contact for vulnerability reports about this deployment. The object is mutable, so that a test can set it
 * temporarily.
 */
export const security: { contact: string | undefined } = { contact: env.get('SECURITY_CONTACT') }
