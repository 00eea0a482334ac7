import env from '#start/env'

/**
 * The routes that create the first products and keys of a deployment (interface#46-bootstrap). The object is mutable,
 * so that a test can enable them temporarily.
 */
export const bootstrap = {
  enabled: env.get('BOOTSTRAP_ENABLED'),
  token: env.get('BOOTSTRAP_ADMIN_TOKEN')?.release() ?? null,
}
