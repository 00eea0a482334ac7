import type { Handover } from './handover.js'
import ServiceClient, { ServiceError } from './service_client.js'

/** The statuses of answers that say that a merchant cannot be used; others, such as 503, say nothing about it. */
const GONE = [401, 403, 404]

/**
 * Returns true if the merchant of an earlier run still works at the running service: the password signs in, without a
 * second factor, and the product is still in the org.
 * @throws ServiceError if the service cannot tell, such as DATABASE_ERROR.
 */
export async function stillWorks(
  { email, password, orgId, productId }: Handover,
  baseUrl: string
): Promise<boolean> {
  const client = new ServiceClient(baseUrl)
  try {
    if (!(await client.signIn(email, password))) return false
    type Found = { product: { orgId: string } }
    const { product } = await client.call<Found>('GET', `/v1/dashboard/products/${productId}`)
    return product.orgId === orgId
  } catch (error) {
    if (error instanceof ServiceError && GONE.includes(error.status)) return false
    throw error
  }
}
