/** A time in milliseconds since the epoch: exact, comparable, and the precision of the interface. */
export type Millis = number

export const DAY: Millis = 86_400_000

/** Returns the moment at which it is called, or the moment that a caller has stated. */
export type ReadMoment = () => Millis
