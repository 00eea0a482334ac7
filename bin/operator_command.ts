import { existsSync } from 'node:fs'
import { extname } from 'node:path'

/** Commands that run the service, with the NODE_ENV that their script or their unit sets. */
const SERVES = new Set(['quickstart', 'queue:work'])

/** Whether a command runs until it is told to stop. */
export const servesUntilStopped = (command = '') => SERVES.has(command)

/** Whether a command is one of the service's own, for operators; not one of the framework, such as `build`. */
export function isForOperators(command = ''): boolean {
  if (servesUntilStopped(command) || !/^[a-z][a-z:-]*$/.test(command)) return false
  const file = `../commands/${command.replace(/[:-]/g, '_')}${extname(import.meta.url)}`
  return existsSync(new URL(file, import.meta.url))
}
