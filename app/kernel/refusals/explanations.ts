import FilesUnavailable from './files_unavailable.js'
import QueuesUnavailable from './queues_unavailable.js'
import Refusal from './refusal.js'
import StartProblem from './start_problem.js'

/** Errors whose message is written for the operator or caller. */
const SAID = [Refusal, StartProblem, QueuesUnavailable, FilesUnavailable]

/** Matches the name of a setting inside a sentence, such as DATABASE_URL. */
const NAMES_A_SETTING = /\b[A-Z]+(_[A-Z]+)+\b/

/**
 * Returns the message of an error that an operator understands without a stack: a wrong setting, a port in use, an
 * unavailable store, a refusal. Null for a bug in the program.
 */
export function explanationOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code, help, port, syscall } = error as NodeJS.ErrnoException & { help?: string; port?: number }
  if (code === 'E_INVALID_ENV_VARIABLES') return String(help).replace(/^- /gm, '')
  if (syscall === 'listen') return listenProblem(code, port)
  if (SAID.some((kind) => error instanceof kind)) return error.message
  return error.constructor === Error && NAMES_A_SETTING.test(error.message) ? error.message : null
}

function listenProblem(code = '', port = 0): string {
  if (code === 'EADDRINUSE') {
    return `PORT ${port} is in use (EADDRINUSE): stop what listens there, or choose another PORT`
  }
  if (code === 'EACCES') return `PORT ${port} needs more rights (EACCES): choose a PORT above 1023`
  return `The server cannot listen on HOST and PORT (${code})`
}
