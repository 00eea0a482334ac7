import type { IncomingMessage } from 'node:http'
import { exposed, FOR_ALL_ORIGINS } from '#config/cors'
import { pathOf } from '#kernel/signing/canonical_string'
import type ServiceResponse from './service_response.js'

const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed.join(',').toLowerCase(),
}

/**
 * Allows pages of any origin to read a response (contract/00-shared-rules). A request without Origin gets the same
 * headers, because a browser may keep its response and then give it to a page of another origin.
 */
export function openToAllOrigins(req: IncomingMessage, res: ServiceResponse) {
  if (FOR_ALL_ORIGINS.test(pathOf(req.url!))) Object.assign(res.own, OPEN)
}
