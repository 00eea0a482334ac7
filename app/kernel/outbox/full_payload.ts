/** Returns SQL for the data that full payloads carry in addition to an event's data, given SQL for that data. */
type Carried = (data: string) => string

let carried: Carried | null = null

/** Sets what full payloads carry. The provider of the subject calls this before any event is written. */
export function carryInFull(subject: Carried) {
  carried = subject
}

/**
 * Returns SQL for the JSON that a full payload carries; it is null if the event's data names no such record.
 *
 * @throws Error if no provider has set it.
 */
export function carriedInFull(data: string): string {
  if (!carried) throw new Error('No provider has said what full payloads carry')
  return carried(data)
}
