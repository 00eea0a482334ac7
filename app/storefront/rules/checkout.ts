import type { Provider } from './processor.js'

/** The parameter of a checkout page by which each processor keeps a reference and sends it back with its events. */
const REFERENCE: Record<Provider, string> = {
  stripe: 'client_reference_id',
  paddle: 'order_id',
  lemonsqueezy: 'checkout[custom][order_id]',
  polar: 'reference_id',
  standard: 'order_id',
}

/** The merchant's checkout page for one order, which the processor's events will name. */
export function checkoutOf(checkoutUrl: string, provider: Provider, orderId: string): string {
  const url = new URL(checkoutUrl)
  url.searchParams.set(REFERENCE[provider], orderId)
  return url.href
}
