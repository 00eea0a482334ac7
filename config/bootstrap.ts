import env from '#start/env'

/**
 * The routes that make the first products and keys of a deployment (interface#46-bootstrap). An object that can be
 * written to, so that a test can switch them on for its own duration.
 */
export const bootstrap = {
  enabled: env.get('BOOTSTRAP_ENABLED'),
  token: env.get('BOOTSTRAP_ADMIN_TOKEN')?.release() ?? null,
}
