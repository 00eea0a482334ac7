import type { IncomingMessage } from 'node:http'
import logger from '@adonisjs/core/services/logger'
import { answerTo, type ErrorAnswer } from '#http/answers'
import { errorEnvelope } from '#kernel/refusals/envelope'
import { apiKeyIn } from '#accounts/credentials/api_keys'
import { addressOf } from '#http/client_address'
import type { Exchange } from '#http/http_entry'
import { refuseLongQuery } from '#http/request_query'
import RequestLimits from '#http/request_limits'
import type ServiceResponse from '#http/service_response'
import type { RuntimeCall } from './admission.js'
import Deadline from './deadline.js'

/** What a runtime call is answered with; `body` is JSON. */
export type RuntimeAnswer = { status: number; body: string; retryAfter?: number }

type Answerer = (call: RuntimeCall) => Promise<RuntimeAnswer>

/**
 * What a client is told that must not know which store is away: its retry rules know this one
 * (interface#74-retry-guidance).
 */
const UNAVAILABLE: ErrorAnswer = {
  code: 'SIGNING_UNAVAILABLE',
  status: 503,
  message: 'The license cannot be checked right now: retry with a fresh nonce',
  retryAfter: 1,
}

/**
 * Answers runtime calls on the bare exchange. The framework's context, middleware and response cost a call as
 * much as all that is done for it here. Runtime calls fail closed and fast: when a store does not answer, the
 * client is told so within a second (interface#72-codes, interface#74-retry-guidance).
 */
export function runtimeExchange(answer: Answerer): Exchange {
  return async (wire, res) => {
    const sent = apiKeyIn(wire.headers)
    const limits = new RequestLimits(addressOf(wire), res.own, sent !== null)
    let waiting = true
    const end = (outcome: RuntimeAnswer) => {
      if (!waiting) return
      deadline.stop()
      write(res, outcome)
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

function write(res: ServiceResponse, { status, body, retryAfter }: RuntimeAnswer) {
  if (retryAfter !== undefined) res.own['Retry-After'] = String(retryAfter)
  const length = Buffer.byteLength(body)
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': length })
  res.end(body)
}

/** A call counts in its windows whatever ends it, once. */
async function counted(call: RuntimeCall, sent: string | null, answer: Answerer): Promise<RuntimeAnswer> {
  const { wire, limits } = call
  await limits.identify(sent)
  try {
    refuseLongQuery(wire.url!)
    return await answer(call)
  } catch (error) {
    if (!limits.taken) await limits.take()
    throw error
  }
}

/** Says what became of a call that failed. Without an error the stores have not answered in time. */
function told(wire: IncomingMessage, error?: unknown): RuntimeAnswer {
  const found = error === undefined ? UNAVAILABLE : answerTo(error)
  const answer = found.code === 'DATABASE_ERROR' && found.status === 503 ? UNAVAILABLE : found
  if (answer.status >= 500) logFailure(wire, answer.code, error)
  return written(answer)
}

function logFailure({ headers }: IncomingMessage, code: string, err: unknown) {
  const what = err === undefined ? 'runtime call not answered in time' : 'runtime call failed'
  logger.error({ err, code, request_id: headers['x-request-id'] }, what)
}

function written({ code, status, message, details, retryAfter }: ErrorAnswer): RuntimeAnswer {
  return { status, body: JSON.stringify(errorEnvelope(code, message, details)), retryAfter }
}
