/** How often a mail is tried that the mail server refuses for good: long enough to mend a wrong setting. */
const REFUSED_ATTEMPTS = 8
/** How often one is tried that could not be handed over, about three days: a mail server may be down for long. */
const MAIL_ATTEMPTS = 78

/**
 * Milliseconds until a mail that failed so many times is tried again; null when it is given up. `refused`: the mail
 * server took the connection and said no to this mail for good.
 */
export function mailRetryDelay(attempts: number, refused: boolean): number | null {
  if (attempts >= (refused ? REFUSED_ATTEMPTS : MAIL_ATTEMPTS)) return null
  return Math.min(30_000 * 2 ** (attempts - 1), 3_600_000)
}
