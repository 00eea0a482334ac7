import db from '@adonisjs/lucid/services/db'
import logger from '@adonisjs/core/services/logger'
import { prepareAuthorizeConnections, warmAuthorizeStore } from '#kernel/database/authorize_store'
import { newId } from '#kernel/secrets/ids'
import { consume } from '#kernel/limits/rate_limits'
import { readFactRows, type Question } from '#runtime/queries/fact_rows'
import { withTimeout } from '#kernel/time/with_timeout'

/** How long the start waits for a store that is down; the process then starts without it. Milliseconds. */
const PATIENCE = 5_000

/** The number of connections that are opened for rate limits: the first calls arrive concurrently. */
const SIDE_BY_SIDE = 4

/** A question about a license that does not exist. */
function nobodys(): Question {
  const [orgId, productId] = [newId(), newId()]
  return { orgId, productId, licenseKey: '', hwid: null, ip: '127.0.0.1', sessionId: null }
}

/** Opens the connections that requests use, so that the first requests do not wait for them. */
export async function warmConnections() {
  prepareAuthorizeConnections((client) => readFactRows(client, [nobodys()], null))
  const limits = Array.from({ length: SIDE_BY_SIDE }, () => consume([{ key: `start:${newId()}`, limit: 1 }]))
  const opened = Promise.all([db.rawQuery('select 1'), warmAuthorizeStore(), ...limits])
  await withTimeout(opened, PATIENCE).catch((error) => {
    logger.warn({ err: error }, 'a store does not answer yet: the first requests may be slow')
  })
}
