/**
 * The signals that stop a process in order. SIGHUP comes when its terminal is closed. Node.js undoes what nohup does, so
 * without a listener the signal would end a process at once, and leave the embedded Postgres running.
 */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

export type StopSignal = (typeof STOP_SIGNALS)[number]

/** Makes this process outlive its terminal until it has closed everything: what it prints meanwhile is lost. */
export function outliveTerminal() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
