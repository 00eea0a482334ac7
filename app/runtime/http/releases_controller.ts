import ReleaseSession from '#runtime/actions/release_session'
import { requireProduct } from '#access/api_key_guard'
import { orgSuspended } from '#kernel/refusals/refusals'
import { ok } from '#http/envelope'
import { releaseValidator } from './runtime_input.js'
import { admitCall, type RuntimeCall } from './admit_call.js'
import type { RuntimeAnswer } from './exchange.js'

const release = new ReleaseSession()

/** POST /v1/licenses/release (contract#sessions-of-a-license). */
export default class ReleasesController {
  async store(call: RuntimeCall): Promise<RuntimeAnswer> {
    const { scope, body } = await admitCall(call)
    if (call.limits.key?.suspended) throw orgSuspended()
    const { productId, licenseKey, sessionId } = await releaseValidator.validate(body)
    requireProduct(scope, productId)
    await release.execute(scope, { licenseKey, sessionId }, call.deadline.isOpen)
    return { status: 200, body: JSON.stringify(ok({ id: sessionId })) }
  }
}
