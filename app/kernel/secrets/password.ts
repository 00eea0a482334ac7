import { plainEmail } from '#kernel/text/email'

/** The minimum and maximum length of a new password, in characters. */
export const PASSWORD_LENGTH = [10, 128] as const

/** Up to this length, a password of fewer than 4 different characters is as easy to guess as a common one. */
const REPETITIVE = 20

/** Returns why a password is refused; null if it is accepted (contract#accounts). */
export function passwordProblem(
  password: string,
  email: string,
  isCommon: (lowered: string) => boolean
): string | null {
  const length = [...password].length
  const [least, most] = PASSWORD_LENGTH
  if (length < least || length > most) return `The password must have ${least} to ${most} characters`
  const lowered = password.toLowerCase()
  if (isCommon(lowered)) return 'This password is on lists of common passwords: choose another one'
  if (plainEmail(password) === plainEmail(email)) return 'The password must not be the email address'
  if (length <= REPETITIVE && new Set(lowered).size < 4)
    return 'The password must have at least 4 different characters'
  return null
}
