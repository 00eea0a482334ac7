import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import RunOperation from '#operations/actions/run_operation'
import { isFinal } from '#operations/rules/operation'
import FindOperation from '#operations/queries/find_operation'
import { rows } from '#kernel/database/sql'
import { hurry } from '#tests/testkit/held'
import { until } from '#tests/testkit/wait'

/**
 * Works on an operation as a worker would, slice after slice, until it has ended. It skips the pause of up to five
 * seconds before locked licenses are tried again, because 200 slices of a fast machine are shorter than that.
 */
export async function runToEnd(operationId: string) {
  for (let slice = 0; slice < 200; slice++) {
    await hurry(operationId)
    const run = await app.container.make(RunOperation)
    await run.execute(operationId, { signal: new AbortController().signal })
    const operation = (await new FindOperation().byId(operationId))!
    if (isFinal(operation.status)) return operation
  }
  throw new Error(`The operation ${operationId} does not end`)
}

/** Works on an operation for one chunk, as a worker that is stopped immediately would. */
export async function runOneChunk(operationId: string) {
  const run = await app.container.make(RunOperation)
  await run.execute(operationId, { signal: AbortSignal.abort() })
  return (await new FindOperation().byId(operationId))!
}

/** Works on the newest queued operation of an org; waits until there is one. */
export async function runNewest(orgId: string) {
  const [{ id }] = await until('an operation', async () => {
    const found = await rows<{ id: string }>(
      db.connection(),
      `select id from operations where org_id = ? and status = 'queued' order by id desc limit 1`,
      [orgId]
    )
    return found.length > 0 && found
  })
  return runToEnd(id)
}
