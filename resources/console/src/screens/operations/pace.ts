/** How many licenses an operation had processed at a moment. */
export type Seen = { at: number; processed: number }

/** The pace is that of the last half minute. Milliseconds, as below. */
const WINDOW = 30_000
/** A shorter time is not enough to judge from. */
const ENOUGH = 3000
/** An operation that has not moved for this long is waiting, e.g. because its queue is paused. */
const STILL = 15_000

/** Adds what is seen now. A pause and an operation that starts again begin anew. */
export function noted(seen: Seen[], processed: number, now: number): Seen[] {
  const last = seen.at(-1)
  if (last?.processed === processed) return seen
  const next = { at: now, processed }
  if (!last || processed < last.processed || now - last.at > STILL) return [next]
  return [...seen.filter(({ at }) => now - at <= WINDOW), next]
}

/** Says how fast an operation is and how long it still takes, or nothing if that is not known. */
export function paceWords(seen: Seen[], total: number, now: number): string {
  const [first, last] = [seen[0], seen.at(-1)]
  if (!first || !last || last.at - first.at < ENOUGH || now - last.at > STILL) return ''
  if (total <= last.processed) return ''
  const perSecond = ((last.processed - first.processed) / (last.at - first.at)) * 1000
  return `${rateWords(perSecond)}, ${timeWords((total - last.processed) / perSecond)}`
}

const rounded = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })

const rateWords = (perSecond: number) =>
  perSecond < 1
    ? `${rounded.format(Math.max(1, Math.round(perSecond * 60)))} a minute`
    : `${rounded.format(perSecond < 10 ? Math.round(perSecond) : perSecond)} a second`

function timeWords(seconds: number): string {
  if (seconds < 10) return 'a few seconds left'
  if (seconds <= 50) return `about ${Math.ceil(seconds / 10) * 10} s left`
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 90) return `about ${minutes} min left`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `about ${hours} h left` : `about ${Math.round(hours / 24)} days left`
}
