import { isatty } from 'node:tty'

/** SIGHUP comes when the terminal of a process is closed. */
export type StopSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP'

const STANDARD_OUTPUT = 1
const STANDARD_ERROR = 2

/**
 * The signals that stop this process in order. SIGHUP is one of them only in a terminal: nohup takes the terminal away and
 * makes a program ignore the signal, and to listen for it would undo this.
 */
export function stopSignals(): StopSignal[] {
  return inTerminal() ? ['SIGTERM', 'SIGINT', 'SIGHUP'] : ['SIGTERM', 'SIGINT']
}

/** Makes this process outlive its terminal until it has closed everything: what it prints meanwhile is lost. */
export function outliveTerminal() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

const inTerminal = () => isatty(STANDARD_OUTPUT) || isatty(STANDARD_ERROR)
