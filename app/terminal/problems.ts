import { printable } from '#kernel/text/printable'
import { errors } from '@vinejs/vine'
import { databaseFault, outageOf } from '#kernel/refusals/database_faults'
import { explanationOf } from '#kernel/refusals/explanations'
import Refusal from '#kernel/refusals/refusal'

/** Why a command failed: a code of the table (interface#72-codes) and a message. */
export type Problem = { code: string; message: string }

/** The schema lacks a table or column: no migration has run, or this version has newer ones. */
const BEHIND =
  'The database is empty or of an older version: start the service, or run: npm run ace -- migration:run'

/** The error as shown at the terminal; null for a fault of the program, which is shown with its stack. */
export function problemOf(error: unknown): Problem | null {
  if (error instanceof Refusal) return { code: error.reason, message: error.message }
  if (error instanceof errors.E_VALIDATION_ERROR) {
    const fields = error.messages as { field: string; message: string }[]
    return { code: 'VALIDATION_ERROR', message: fields.map(flagProblem).join('; ') }
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // Errors of Ace itself: an unknown command or flag, or a missing argument.
  if (/^E_(COMMAND|MISSING|INVALID|UNKNOWN)_/.test(code)) {
    return { code: 'BAD_REQUEST', message: explanationOf(error) ?? (error as Error).message }
  }
  const message = explanationOf(error)
  if (message !== null) {
    const away = error instanceof Error && databaseFault(error.cause) === 'down'
    return { code: away ? 'DATABASE_ERROR' : 'CONFIG_ERROR', message }
  }
  const fault = databaseFault(error)
  if (fault === 'schema') return { code: 'DATABASE_ERROR', message: BEHIND }
  if (fault !== 'down') return null
  const outage = outageOf(error)
  const what = outage === 'unable' || outage === 'held' ? 'cannot do this' : 'does not answer'
  return { code: 'DATABASE_ERROR', message: `The database ${what}: ${said(error as Error)}` }
}

/** What Postgres said, in one line: the query builder puts the whole statement and a dash in front of it. */
const said = ({ message }: Error) => message.split(' - ').at(-1)!.replace(/\s+/g, ' ')

/** Rewrites a message about a field for a command, which has flags instead of fields. */
function flagProblem({ field, message }: { field: string; message: string }): string {
  const name = String(field)
    .split('.')[0]
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return `--${name}: ${message}`
}

/** Prints a problem on standard error: a line, or with --json a JSON object. */
export function tellProblem({ code, message }: Problem, json: boolean, say: (line: string) => void) {
  if (json) process.stderr.write(`${printable(JSON.stringify({ error: { code, message } }))}\n`)
  else say(printable(message))
}
