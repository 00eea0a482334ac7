import { lacking, type ApiScope } from './scopes.js'
import Refusal from '#kernel/refusals/refusal'

/** PERMISSION_DENIED, naming the scope that an API key lacks (interface#52-api-key-scopes). */
export function missingScope(scope: ApiScope) {
  return new Refusal('PERMISSION_DENIED', { message: lacking(scope) })
}
