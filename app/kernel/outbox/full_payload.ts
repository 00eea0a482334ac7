/** SQL for what full payloads carry beside the data of an event, given SQL for the data. */
type Carried = (data: string) => string

let carried: Carried | null = null

/** Settles what full payloads carry. The provider that knows the subject calls this before any event is written. */
export function carryInFull(subject: Carried) {
  carried = subject
}

/**
 * SQL for the JSON that a full payload carries: null where the data names no such record.
 *
 * @throws Error if no provider has settled it.
 */
export function carriedInFull(data: string): string {
  if (!carried) throw new Error('No provider has said what full payloads carry')
  return carried(data)
}
