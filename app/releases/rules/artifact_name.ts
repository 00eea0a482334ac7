/** The most characters of a file name (contract/12-releases#121-publishing). */
const NAME_LENGTH = 200

/** Control characters, and marks that turn the direction of text. */
const UNWANTED = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/u

/** What is wrong with the name of a file of a release, or null. Such a name is part of addresses and never of a path. */
export function artifactNameProblem(name: string): string | null {
  if (name.trim() === '') return 'The file has no name'
  if ([...name].length > NAME_LENGTH) return `The file name is longer than ${NAME_LENGTH} characters`
  if (/[/\\]/.test(name) || name.includes('..'))
    return 'The file name has no folders: leave "/", "\\" and ".." out'
  if (name.startsWith('.')) return 'The file name does not begin with a dot'
  if (UNWANTED.test(name) || !name.isWellFormed()) return 'The file name has characters that are not printed'
  return null
}
