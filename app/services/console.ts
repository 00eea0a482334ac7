import type { BaseCommand } from '@adonisjs/core/ace'
import { errors } from '@vinejs/vine'
import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isUuid } from '#domain/uuid'
import Refusal, { invalidField } from '#exceptions/refusal'

/**
 * Runs the work of a command. A refusal or bad input becomes one line on standard error and exit code 1;
 * anything else is a fault and keeps its stack.
 */
export async function refuse(command: BaseCommand, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    const problem = problemOf(error)
    if (problem === null) throw error
    command.exitCode = 1
    command.logger.error(problem)
  }
}

/** An id that was typed in. Errors: VALIDATION_ERROR. */
export function requireUuid(value: string, name: string): string {
  if (!isUuid(value)) throw invalidField(name, `The ${name} must be a UUID`)
  return value
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

function problemOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.message
  if (!(error instanceof errors.E_VALIDATION_ERROR)) return null
  return (error.messages as { message: string }[]).map(({ message }) => message).join('; ')
}
