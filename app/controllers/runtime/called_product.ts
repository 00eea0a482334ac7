import Refusal from '#exceptions/refusal'

/** The product of a runtime call, which must be that of its API key. Errors: FORBIDDEN (contract#authorize-request). */
export function calledProduct(scope: { productId: string }, productId: string): string {
  if (productId.toLowerCase() !== scope.productId) {
    throw new Refusal('FORBIDDEN', { message: 'The API key is bound to another product' })
  }
  return scope.productId
}
