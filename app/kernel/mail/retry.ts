/** Attempts for a mail that the server refuses permanently: enough time to correct a wrong setting. */
const REFUSED_ATTEMPTS = 8
/** Attempts for a mail that could not be handed over, about three days, because a mail server may be down for long. */
const MAIL_ATTEMPTS = 78

/**
 * Returns the milliseconds until a mail is tried again after `attempts` failures; null to give up. `refused`: the mail
 * server accepted the connection and refused this mail permanently.
 */
export function mailRetryDelay(attempts: number, refused: boolean): number | null {
  if (attempts >= (refused ? REFUSED_ATTEMPTS : MAIL_ATTEMPTS)) return null
  return Math.min(30_000 * 2 ** (attempts - 1), 3_600_000)
}
