import type { IncomingMessage } from 'node:http'
import logger from '@adonisjs/core/services/logger'
import { answerTo, type ErrorAnswer } from '#http/answers'
import Refusal from '#kernel/refusals/refusal'
import { errorEnvelope } from '#kernel/refusals/error_envelope'
import { apiKeyIn } from '#accounts/credentials/api_keys'
import { addressOf } from '#http/trusted_address'
import type { Exchange } from '#http/http_entry'
import { refuseUnreadableQuery } from '#http/request_query'
import RequestLimits from '#http/request_limits'
import { atTurnEnd } from '#http/turn_end'
import type ServiceResponse from '#http/service_response'
import type { RuntimeCall } from './admit_call.js'
import { ASK_AFRESH } from '#runtime/store/late_calls'
import Deadline from './deadline.js'

/** The answer to a runtime call; `body` is JSON. */
export type RuntimeAnswer = { status: number; body: string; retryAfter?: number }

type Answerer = (call: RuntimeCall) => Promise<RuntimeAnswer>

/** The answer if a store is unavailable; clients have a retry rule for this code. */
const UNAVAILABLE: ErrorAnswer = { code: 'SIGNING_UNAVAILABLE', status: 503, ...ASK_AFRESH }

/**
 * Answers runtime calls outside the framework, because its context, middleware and response would cost as much as all
 * the work of a call here. Runtime calls fail closed and fast: if a store does not respond, the client receives an
 * error within a second (interface#72-codes, interface#74-retry-guidance).
 */
export function runtimeExchange(answer: Answerer): Exchange {
  return async (wire, res) => {
    const sent = apiKeyIn(wire.headers)
    const limits = new RequestLimits(addressOf(wire), res.own, sent !== null)
    const known = limits.knownRefusal()
    if (known) return write(res, told(wire, known))
    let waiting = true
    const end = (reply: RuntimeAnswer) => {
      if (!waiting) return
      deadline.stop()
      write(res, reply)
      waiting = false
    }
    const deadline = new Deadline(() => {
      limits.showUncounted()
      end(told(wire))
    })
    try {
      end(await counted({ wire, limits, deadline }, sent, answer))
    } catch (error) {
      if (waiting) end(told(wire, error))
    }
  }
}

/** Sends an answer. Error answers and denials of one turn of the event loop are sent together at its end. */
function write(res: ServiceResponse, reply: RuntimeAnswer) {
  if (reply.status < 400) send(res, reply)
  else atTurnEnd(res, () => send(res, reply))
}

function send(res: ServiceResponse, { status, body, retryAfter }: RuntimeAnswer) {
  if (retryAfter !== undefined) res.own['Retry-After'] = String(retryAfter)
  const length = Buffer.byteLength(body)
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': length })
  res.end(body)
}

/** Runs a call and counts it in its windows exactly once, also if it fails. */
async function counted(call: RuntimeCall, sent: string | null, answer: Answerer): Promise<RuntimeAnswer> {
  const { wire, limits } = call
  const found = limits.identify(sent)
  if (found) await found
  try {
    refuseUnreadableQuery(wire.url!)
    return await answer(call)
  } catch (error) {
    await limits.takeRefused()
    throw error
  }
}

/** Returns the answer to a call that failed. No error means that the stores have not responded in time. */
function told(wire: IncomingMessage, error?: unknown): RuntimeAnswer {
  if (error instanceof Refusal && Object.isFrozen(error)) {
    const answer = sharedAnswer(error)
    // The others are the caller's mistakes and may come in floods; this one is the operator's. Its message alone is
    // logged: the log marks the errors that it writes, which a shared one refuses, and its stack is that of another call.
    if (answer.status >= 500) logFailure(wire, error.reason, error.message)
    return answer
  }
  const found = error === undefined ? UNAVAILABLE : answerTo(error)
  const answer = found.code === 'DATABASE_ERROR' && found.status === 503 ? UNAVAILABLE : found
  if (answer.status >= 500) logFailure(wire, answer.code, error)
  return written(answer)
}

const sharedAnswers = new WeakMap<Refusal, RuntimeAnswer>()

/** Returns the answer for a shared refusal; its text is built only once. */
function sharedAnswer(refusal: Refusal): RuntimeAnswer {
  let answer = sharedAnswers.get(refusal)
  if (!answer) sharedAnswers.set(refusal, (answer = written(answerTo(refusal))))
  return answer
}

function logFailure({ headers }: IncomingMessage, code: string, err: unknown) {
  const what = err === undefined ? 'runtime call not answered in time' : 'runtime call failed'
  logger.error({ err, code, request_id: headers['x-request-id'] }, what)
}

function written({ code, status, message, details, retryAfter }: ErrorAnswer): RuntimeAnswer {
  return { status, body: JSON.stringify(errorEnvelope(code, message, details)), retryAfter }
}
