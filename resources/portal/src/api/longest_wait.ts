/**
 * The longest rate limit that is waited out. A longer one means too many attempts by the user, and is shown at the form
 * as an error. Seconds.
 */
export const LONGEST_WAIT = 60
