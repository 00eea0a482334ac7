import app from '@adonisjs/core/services/app'
import RunOperation from '#operations/actions/run_operation'
import { isFinal } from '#operations/rules/operation'
import FindOperation from '#operations/queries/find_operation'
import { hurry } from '#tests/testkit/held'

/**
 * Works on an operation as a worker would, slice after slice, until it has ended. The pause before licenses that
 * somebody held are tried again, up to five seconds, is passed over: 200 slices of a fast machine are shorter.
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
