import { accounts } from '#config/accounts'
import Refusal from '#kernel/refusals/refusal'

/**
 * Billing, which no deployment has yet (contract/14-billing): every route of it refuses before the body is read, and
 * keeps nothing.
 */
export default class BillingController {
  /** @throws Refusal STAGING_BILLING_DISABLED; CONFIG_ERROR where it is enabled without a provider */
  refuse() {
    if (!accounts.billingEnabled) throw new Refusal('STAGING_BILLING_DISABLED')
    throw new Refusal('CONFIG_ERROR', {
      message: 'BILLING_ENABLED is true, but there is no billing provider',
    })
  }
}
