/** The longest file name, in characters (contract/12-releases#121-publishing). */
const NAME_LENGTH = 200

/** Control characters, line separators, and marks that change the direction of text. */
const UNWANTED = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/u

/**
 * The problem with the name of a release's file, or null. The name is part of URLs, but never of a path on the drive.
 */
export function artifactNameProblem(name: string): string | null {
  if (name.trim() === '') return 'The file has no name'
  if ([...name].length > NAME_LENGTH) return `The file name is longer than ${NAME_LENGTH} characters`
  if (/[/\\]/.test(name) || name.includes('..'))
    return 'The file name must not have folders: leave "/", "\\" and ".." out'
  if (name.startsWith('.')) return 'The file name must not begin with a dot'
  if (UNWANTED.test(name) || !name.isWellFormed()) return 'The file name must not have unprintable characters'
  return null
}
