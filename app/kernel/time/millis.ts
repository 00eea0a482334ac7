/** A time in milliseconds since the epoch: exact, comparable, and the precision of the interface. */
export type Millis = number

export const DAY: Millis = 86_400_000
