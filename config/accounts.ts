import env from '#start/env'

/**
 * Who may sign up: everybody, people with an open invite, or nobody (setting SIGNUP). It is an object that can be
 * written to, so that a test can change it for its own duration.
 */
export const accounts = {
  signup: env.get('SIGNUP'),
  /** Whether billing is switched on, for which there is no provider yet (contract/14-billing). */
  billingEnabled: env.get('BILLING_ENABLED'),
}
