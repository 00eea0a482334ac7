import type { BaseCommand } from '@adonisjs/core/ace'
import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isUuid } from '#kernel/text/uuid'
import Refusal, { invalidField } from '#kernel/refusals/refusal'
import { problemOf, tellProblem } from './problems.js'

/**
 * Runs the work of a command. A refusal or bad input becomes one line on standard error (a JSON object with `--json`)
 * and exit code 1; anything else is a fault and keeps its stack. Commands that extend `ServiceCommand` need none of it.
 */
export async function refuse(command: BaseCommand & { json?: boolean }, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    const problem = problemOf(error)
    if (problem === null) throw error
    command.exitCode = 1
    tellProblem(problem, command.json ?? false, (line) => command.logger.error(line))
  }
}

/** An id that was typed in. Errors: VALIDATION_ERROR. */
export function requireUuid(value: string | undefined, name: string): string {
  if (value === undefined) throw invalidField(name, `The ${name} is missing: it takes a UUID`)
  if (isUuid(value)) return value
  throw invalidField(name, `The ${name} must be a UUID, not "${String(value).slice(0, 60)}"`)
}

/** A file to read that was typed in. Errors: NO_FILE. */
export async function requireFile(path: string) {
  await access(path, constants.R_OK)
    .then(() => stat(path))
    .then((found) => found.isFile() || Promise.reject(new Error('no file')))
    .catch(() => {
      throw new Refusal('NO_FILE', { message: `Cannot read the file ${path}` })
    })
}

/** A file to write that was typed in, before there is anything to write. Errors: VALIDATION_ERROR. */
export async function requireFolder(path: string) {
  const there = await stat(path).catch(() => null)
  const writable = await access(dirname(path), constants.W_OK).then(
    () => true,
    () => false
  )
  if (!writable || there?.isDirectory()) throw invalidField('output', `Cannot write the file ${path}`)
}
