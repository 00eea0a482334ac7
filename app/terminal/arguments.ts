import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isUuid } from '#kernel/text/uuid'
import Refusal, { invalidField } from '#kernel/refusals/refusal'

/** An id argument, in lower case. @throws Refusal VALIDATION_ERROR if it is missing or not a UUID. */
export function requireUuid(value: string | undefined, name: string): string {
  if (value === undefined) throw invalidField(name, `The ${name} is missing: it must be a UUID`)
  if (isUuid(value)) return value.toLowerCase()
  throw invalidField(name, `The ${name} must be a UUID, not "${String(value).slice(0, 60)}"`)
}

/** Checks a path to read from. @throws Refusal NO_FILE if it is not a readable file. */
export async function requireFile(path: string) {
  await access(path, constants.R_OK)
    .then(() => stat(path))
    .then((found) => found.isFile() || Promise.reject(new Error('no file')))
    .catch(() => {
      throw new Refusal('NO_FILE', { message: `Cannot read the file ${path}` })
    })
}

/** Checks a path to write to, before there is anything to write. @throws Refusal VALIDATION_ERROR if it is not writable. */
export async function requireFolder(path: string) {
  const there = await stat(path).catch(() => null)
  const writable = await access(dirname(path), constants.W_OK).then(
    () => true,
    () => false
  )
  if (!writable || there?.isDirectory()) throw invalidField('output', `Cannot write the file ${path}`)
}
