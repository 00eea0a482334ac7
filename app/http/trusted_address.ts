import type { IncomingMessage } from 'node:http'
import logger from '@adonisjs/core/services/logger'
import { http } from '#config/app'
import { clientAddress } from '#kernel/net/client_address'

let warned = false

/** The client's address. X-Forwarded-For is used only where TRUST_PROXY trusts the sender. */
export function addressOf({ headers, socket }: IncomingMessage): string {
  const remote = socket.remoteAddress ?? ''
  const forwarded = headers['x-forwarded-for'] as string | undefined
  if (forwarded === undefined) return clientAddress(remote, undefined, http.trustProxy)
  if (!warned && !http.trustProxy(remote, 0)) warnOnce(remote)
  return clientAddress(remote, forwarded, http.trustProxy)
}

/** Warns once: behind a proxy that TRUST_PROXY does not list, all clients share one address. */
function warnOnce(remote: string) {
  warned = true
  logger.warn(
    { peer: remote },
    'X-Forwarded-For of a peer that is not trusted is ignored: all its requests count as one address. If it is your proxy, set TRUST_PROXY'
  )
}
