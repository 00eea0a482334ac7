import { server } from '#config/server'
import { arrange } from './http_entry.js'
import { openNonceMemory } from './nonce_memory.js'
import { markReady } from './readiness.js'
import { checkRedisPolicy } from './redis_policy.js'
import { openRegions } from './regions.js'
import { logWhenDone } from './request_log.js'
import { signResponse } from './response_signing.js'
import { setCommonHeaders } from './service_response.js'
import { openSigningKeys } from './signing_keys.js'
import { warmConnections } from './warm_connections.js'

/** For a year; browsers heed it only where they came by https. */
const HSTS = { 'strict-transport-security': 'max-age=31536000' }

/**
 * Opens what a process needs before it answers HTTP: the address database, the keys that sign responses
 * (interface#55-signed-responses), the memory of nonces and its connections, so that the first calls are as fast as all
 * others. Every way of serving goes through here: the HTTP server, the quickstart and the tests.
 */
export async function prepareToServe() {
  await Promise.all([
    openRegions(),
    openSigningKeys(),
    openNonceMemory(),
    checkRedisPolicy(),
    warmConnections(),
  ])
  if (server.production) setCommonHeaders(HSTS)
  const { keepAlive, maxConnections } = server
  arrange({
    keepAlive,
    maxConnections,
    begin: (req, res) => {
      signResponse(req, res)
      if (server.logRequests) logWhenDone(req, res)
    },
  })
  markReady()
}
