import { withTimeout } from '#kernel/time/with_timeout'

/**
 * The state of one part of the service. `down`: calls cannot be answered correctly. `degraded`: calls are answered,
 * but an operator has to act. `cause` gives the reason, for operators only.
 */
export type Check = { status: 'ok' | 'degraded' | 'down'; latencyMs?: number; cause?: string }

/** The finding of a check; undefined if everything is well. */
export type Finding = Pick<Check, 'status' | 'cause'> | void

/** The deadline of a check. Milliseconds. */
const PATIENCE = 900

/** Runs a check with a deadline below one second; an error is `down` with its cause. */
export async function probe(check: () => Promise<Finding>): Promise<Check> {
  const started = performance.now()
  try {
    const found = await withTimeout(check(), PATIENCE)
    return { status: 'ok', latencyMs: Math.round(performance.now() - started), ...found }
  } catch (error) {
    return { status: 'down', cause: causeOf(error) }
  }
}

/** What drivers say in words that mislead, and what an operator needs to know. */
const PLAINLY: [RegExp, string][] = [
  [/^timeout expired$/, 'no answer to a new connection in time'],
  [
    /^operation timed out for an unknown reason$|timeout acquiring a connection/i,
    'no connection became free in time: all of DATABASE_POOL are in use',
  ],
]

/** The root cause of an error in one line: the code of the system or the store, and its message. Never a password. */
export function causeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return causeOf(error.cause)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const said = error.message.split('\n')[0]
  const plain = PLAINLY.find(([pattern]) => pattern.test(said))
  if (plain) return plain[1]
  const words = said.replace(/\/\/[^@\s/]*@/g, '//')
  return code === '' || words.includes(code) ? words : `${code}: ${words}`
}
