import { prettyPrintError } from '@adonisjs/core'
import { explanationOf } from '#kernel/refusals/explanations'

/**
 * Says on standard error why a program could not start. In production that is one JSON line, like all of the log;
 * a stack is part of it only where the message alone explains nothing. `json`: in the form in which commands say errors.
 */
export async function reportFailure(error: unknown, { json = false } = {}) {
  const explanation = explanationOf(error)
  if (json) {
    const { problemOf } = await import('#terminal/problems')
    const problem = problemOf(error) ?? { code: 'INTERNAL', message: String(error) }
    return void process.stderr.write(`${JSON.stringify({ error: problem })}\n`)
  }
  if (process.env.NODE_ENV !== 'production') {
    if (explanation === null) return prettyPrintError(error)
    return void process.stderr.write(`${explanation}\n`)
  }
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  const entry = { level: 60, time: Date.now(), pid: process.pid, name: 'latchkey' }
  const fault = explanation === null ? { err: { type: name, message, stack } } : {}
  process.stderr.write(`${JSON.stringify({ ...entry, ...fault, msg: explanation ?? message })}\n`)
}
