import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { poolSize } from '#config/postgres'
import type { Described } from '#http/described'
import { FairLanes } from '#kernel/batching/fair_lanes'
import ScansCrowded from '#kernel/refusals/scans_crowded'

/** Connections that no list may take, and the part of the others that the lists of one org may take. */
const KEPT = 2
const lanes = Math.max(1, poolSize - KEPT)
const scans = new FairLanes({
  lanes,
  own: Math.max(1, Math.floor(lanes / 2)),
  // As long as a request waits for a connection.
  patience: 5000,
  late: () => new ScansCrowded(),
})

/**
 * For lists whose filter may make the database look at all rows of an org, which takes seconds in a very large one. The
 * lists of one org cannot take all connections of this process: more of them wait, and others do not. Place it last:
 * it needs the scope. DATABASE_ERROR after five seconds.
 */
export default class FairScansMiddleware {
  static describe(): Described {
    return { refuses: [] }
  }

  handle({ scope, response }: HttpContext, next: NextFn) {
    return scans.run(scope.orgId, async () => {
      // Whoever has left needs no answer.
      if (!response.response.destroyed) await next()
    })
  }
}
