import env from '#start/env'

/**
 * Who may sign up: anyone, people with an open invite, or nobody (setting SIGNUP). The object is mutable, so that a
 * test can change it temporarily.
 */
export const accounts = {
  signup: env.get('SIGNUP'),
  /** Whether billing is switched on; it has no provider yet (contract/14-billing). */
  billingEnabled: env.get('BILLING_ENABLED'),
}
