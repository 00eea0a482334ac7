import { found } from '#config/environment'
import FilesUnavailable from './files_unavailable.js'
import QueuesUnavailable from './queues_unavailable.js'
import Refusal from './refusal.js'
import StartProblem from './start_problem.js'

/** Errors whose message is written for the operator or caller. */
const SAID = [Refusal, StartProblem, QueuesUnavailable, FilesUnavailable]

/** `listen` fails with the address and the port; looking up the name of a host fails with that. */
export type ListenError = NodeJS.ErrnoException & { address?: string; port?: number; hostname?: string }

/** Matches the name of a setting inside a sentence, such as DATABASE_URL. */
const NAMES_A_SETTING = /\b[A-Z]+(_[A-Z]+)+\b/

/**
 * Returns the message of an error that an operator understands without a stack: a wrong setting, a port in use, an
 * unavailable store, a refusal. Null for a bug in the program.
 */
export function explanationOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code, help, syscall, hostname } = error as ListenError & { help?: string }
  if (code === 'E_INVALID_ENV_VARIABLES') return String(help).replace(/^- /gm, '')
  const isHost = syscall === 'getaddrinfo' && hostname !== undefined && hostname === found.host
  if (syscall === 'listen' || isHost) return listenProblem(error, 'PORT')
  if (SAID.some((kind) => error instanceof kind)) return error.message
  return error.constructor === Error && NAMES_A_SETTING.test(error.message) ? error.message : null
}

/** Says why a server cannot listen on HOST and the port of `setting`. The error is that of the server. */
export function listenProblem(error: ListenError, setting: string): string {
  const { code, port, hostname, address } = error
  const host = code === 'EADDRNOTAVAIL' ? address : hostname
  if (host !== undefined) {
    return `HOST ${host} is no address of this machine (${code}): use 0.0.0.0 for all of its addresses`
  }
  if (code === 'EADDRINUSE') {
    return `${setting} ${port} is in use (EADDRINUSE): stop what listens there, or choose another ${setting}`
  }
  if (code === 'EACCES') {
    return `${setting} ${port} needs more rights (EACCES): choose a ${setting} above 1023`
  }
  return `The server cannot listen on HOST and ${setting} (${code})`
}
