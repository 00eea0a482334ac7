import type { IncomingMessage } from 'node:http'
import logger from '@adonisjs/core/services/logger'
import { http } from '#config/app'
import { answerTo, type ErrorAnswer } from '#exceptions/answers'
import { errorEnvelope } from '#exceptions/envelope'
import { apiKeyIn } from '#services/api_keys'
import { forwardedAddress } from '#services/client_address'
import type { Exchange } from '#services/http_entry'
import { refuseLongQuery } from '#services/request_query'
import RequestLimits from '#services/request_limits'
import type ServiceResponse from '#services/service_response'
import type { RuntimeCall } from './admission.js'

/** What a runtime call is answered with; `body` is JSON. */
export type RuntimeAnswer = { status: number; body: string; retryAfter?: number }

type Answerer = (call: RuntimeCall) => Promise<RuntimeAnswer>

/** Milliseconds within which a runtime call is answered, whatever has become of the stores. */
const DEADLINE = 900

/** What a client is told that must not know which store is away: its retry rules know this one (interface 7.4). */
const UNAVAILABLE: ErrorAnswer = {
  code: 'SIGNING_UNAVAILABLE',
  status: 503,
  message: 'The license cannot be checked right now: retry with a fresh nonce',
  retryAfter: 1,
}

/**
 * Answers runtime calls on the bare exchange. The framework's context, middleware and response cost a call as
 * much as all that is done for it here. Runtime calls fail closed and fast: when a store does not answer, the
 * client is told so within a second (interface 7.2, 7.4).
 */
export function runtimeExchange(answer: Answerer): Exchange {
  return async (wire, res) => {
    const sent = apiKeyIn(wire.headers)
    const limits = new RequestLimits(addressOf(wire, res), res.own, sent !== null)
    let waiting = true
    const end = (outcome: RuntimeAnswer) => {
      if (!waiting) return
      clearTimeout(late)
      write(res, outcome)
      waiting = false
    }
    const late = setTimeout(() => {
      limits.showUncounted()
      end(written(UNAVAILABLE))
    }, DEADLINE)
    try {
      end(await counted({ wire, limits }, sent, answer))
    } catch (error) {
      if (waiting) end(told(error))
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

function told(error: unknown): RuntimeAnswer {
  const answer = answerTo(error)
  if (answer.status >= 500) logger.error({ err: error, code: answer.code }, 'runtime call failed')
  return written(answer.code === 'DATABASE_ERROR' && answer.status === 503 ? UNAVAILABLE : answer)
}

function written({ code, status, message, details, retryAfter }: ErrorAnswer): RuntimeAnswer {
  return { status, body: JSON.stringify(errorEnvelope(code, message, details)), retryAfter }
}

/** The client's address as TRUST_PROXY has the framework see it; most servers stand behind nothing that they trust. */
function addressOf(wire: IncomingMessage, res: ServiceResponse): string {
  const remote = wire.socket.remoteAddress ?? ''
  return http.trustProxy(remote, 0) ? forwardedAddress(wire, res) : remote
}
