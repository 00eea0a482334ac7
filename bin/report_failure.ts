import { prettyPrintError } from '@adonisjs/core'

/**
 * Prints on standard error why a program could not start. In production that is one JSON line, like the log, and it
 * includes a stack only if the message alone explains nothing. With `json`, it has the form of command errors.
 */
export async function reportFailure(error: unknown, { json = false } = {}) {
  const { problemOf } = await import('#terminal/problems')
  const problem = problemOf(error)
  if (json) {
    const told = problem ?? { code: 'INTERNAL', message: String(error) }
    return void process.stderr.write(`${JSON.stringify({ error: told })}\n`)
  }
  const explanation = problem?.message ?? null
  if (process.env.NODE_ENV !== 'production') {
    if (explanation === null) return prettyPrintError(error)
    return void process.stderr.write(`${explanation}\n`)
  }
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  const entry = { level: 60, time: Date.now(), pid: process.pid, name: 'latchkey' }
  const fault = explanation === null ? { err: { type: name, message, stack } } : {}
  process.stderr.write(`${JSON.stringify({ ...entry, ...fault, msg: explanation ?? message })}\n`)
}
