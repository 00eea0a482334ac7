/** Longer waits are those of somebody who tried too often, and are said where they did. Seconds. */
export const LONGEST_WAIT = 60
