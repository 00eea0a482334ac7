import Refusal from '#kernel/refusals/refusal'

/** The most characters of a file name. */
const NAME_LENGTH = 200

/** Control characters, line separators, marks that change the direction of text, and path separators. */

const UNWANTED = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069/\\]+/gu

/**
 * Returns the name under which an attachment is stored and downloaded: one line without a folder.
 * @throws Refusal BAD_REQUEST if the name has a NUL character.
 */
export function attachmentName(sent: string | null): string {
  if (sent?.includes('\0')) throw new Refusal('BAD_REQUEST', { message: 'The file name has a NUL character' })
  const name = [...(sent ?? '').toWellFormed().replace(UNWANTED, '_').trim()].slice(0, NAME_LENGTH).join('')
  return name === '' || /^\.+$/.test(name) ? 'file' : name
}
