import { accounts } from '#config/accounts'
import Refusal from '#kernel/refusals/refusal'

/**
 * Billing, which no deployment has yet (contract/14-billing). Every route refuses the request before the body is read,
 * and stores nothing.
 */
export default class BillingController {
  /** @throws Refusal STAGING_BILLING_DISABLED; CONFIG_ERROR if billing is enabled, because there is no provider */
  refuse() {
    if (!accounts.billingEnabled) throw new Refusal('STAGING_BILLING_DISABLED')
    throw new Refusal('CONFIG_ERROR', {
      message: 'BILLING_ENABLED is true, but there is no billing provider',
    })
  }
}
