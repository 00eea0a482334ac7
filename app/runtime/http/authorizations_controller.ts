import type { Infer } from '@vinejs/vine/types'
import AuthorizeLicense from '#runtime/actions/authorize_license'
import { requireProduct } from '#access/api_key_guard'
import { normalizeAddress } from '#kernel/net/address'
import { invalidField } from '#kernel/refusals/refusal'
import { loadFacts, type Known } from '#runtime/queries/authorize_facts'
import type { Question } from '#runtime/queries/fact_rows'
import { toAllowance, toDenial } from './authorization_transformer.js'
import { authorizeValidator } from './runtime_input.js'
import { admitCall, type AdmittedCall, type RuntimeCall } from './admit_call.js'
import type { RuntimeAnswer } from './exchange.js'

type Asked = Infer<typeof authorizeValidator>

/** The facts that decide a call, and the features that it requests. */
type Begun = { known: Known; features: string[] | null }

const authorize = new AuthorizeLicense()

/**
 * POST /v1/licenses/authorize (interface#45-runtime-validation-and-introspection, interface#71-envelopes,
 * contract#4-authorize).
 */
export default class AuthorizationsController {
  /** Reads the facts of a call while the check of its rate limits and its nonce is still in progress. */
  async store(call: RuntimeCall): Promise<RuntimeAnswer> {
    let begun: Promise<Begun> | undefined
    const admitted = await admitCall(call, {
      perLicense: true,
      begin: (likely) => {
        begun = begin(likely)
      },
    })
    const { isOpen } = call.deadline
    const { known, features } = await (begun ?? begin(admitted))
    const answer = await authorize.execute(admitted.scope, known, isOpen)
    if (!answer.allow) return { status: 403, body: toDenial(answer.reason) }
    return { status: 200, body: toAllowance(answer, features) }
  }
}

/** Starts to read the facts; this changes nothing. An error is reported only if the call itself is admitted. */
function begin(call: AdmittedCall): Promise<Begun> {
  const begun = authorizeValidator.validate(call.body).then(async (asked) => ({
    known: await loadFacts(questionOf(call, asked)),
    features: asked.features ?? null,
  }))
  begun.catch(() => {})
  return begun
}

function questionOf({ scope, address }: AdmittedCall, asked: Asked): Question {
  const { productId, licenseKey, hwid, ip, sessionId } = asked
  requireProduct(scope, productId)
  return {
    orgId: scope.orgId,
    productId,
    licenseKey,
    hwid: hwid ?? null,
    ip: canonical(ip ?? address),
    sessionId: sessionId ?? null,
  }
}

/** Returns the canonical form of an address. @throws Refusal VALIDATION_ERROR */
function canonical(ip: string): string {
  const address = normalizeAddress(ip)
  if (address === null) throw invalidField('ip', 'ip must be an IPv4 or IPv6 address')
  return address
}
