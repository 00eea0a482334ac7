/** How often a mail is tried in all. */
export const MAIL_ATTEMPTS = 8

/** Milliseconds until a mail that failed so many times is tried again; null when it is given up. */
export function mailRetryDelay(attempts: number): number | null {
  return attempts >= MAIL_ATTEMPTS ? null : Math.min(30_000 * 2 ** (attempts - 1), 3_600_000)
}
