import type { Provider } from './processor.js'

/** The parameter of each processor's checkout page for a reference, which the processor returns in its events. */
const REFERENCE: Record<Provider, string> = {
  stripe: 'client_reference_id',
  paddle: 'order_id',
  lemonsqueezy: 'checkout[custom][order_id]',
  polar: 'reference_id',
  standard: 'order_id',
}

/** The URL of the merchant's checkout page for one order. The processor's events will contain the order id. */
export function checkoutOf(checkoutUrl: string, provider: Provider, orderId: string): string {
  const url = new URL(checkoutUrl)
  url.searchParams.set(REFERENCE[provider], orderId)
  return url.href
}
