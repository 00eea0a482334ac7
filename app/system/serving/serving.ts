import { portal } from '#config/portal'
import { server } from '#config/server'
import { arrange } from '#http/http_entry'
import { openNonceMemory } from '#runtime/store/nonce_memory'
import { openToAllOrigins } from '#http/open_origins'
import { markReady } from '#http/readiness'
import { checkRedisPolicy } from '#kernel/redis/redis_policy'
import { answerFirst } from '#kernel/time/priority'
import { openRegions } from '#runtime/store/regions'
import { logLost, logWhenDone } from '#http/request_log'
import { signResponse } from '#http/response_signing'
import { setCommonHeaders } from '#http/service_response'
import { openSigningKeys } from '#kernel/signing/signing_keys'
import { targetOn } from './portal_host.js'
import { warmConnections } from './warm_connections.js'

/** Valid for a year; browsers ignore it unless it arrived over https. */
const HSTS = { 'strict-transport-security': 'max-age=31536000' }

/**
 * Prepares a process to serve HTTP: opens the address database, the keys that sign responses
 * (interface#55-signed-responses), the nonce memory and the connections, so that the first calls are as fast as later
 * ones. Every way of serving uses it: the HTTP server, the quickstart and the tests.
 */
export async function prepareToServe() {
  await Promise.all([
    openRegions(),
    openSigningKeys(),
    openNonceMemory(),
    checkRedisPolicy(),
    warmConnections(),
  ])
  if (server.production) {
    setCommonHeaders(HSTS)
    answerFirst()
  }
  const { keepAlive, maxConnections } = server
  arrange({
    keepAlive,
    maxConnections,
    begin: (req, res) => {
      if (portal.host) req.url = targetOn(portal.host, req.headers.host, req.url!)
      openToAllOrigins(req, res)
      signResponse(req, res)
      if (server.logRequests) logWhenDone(req, res)
    },
    lost: logLost,
  })
  markReady()
}
