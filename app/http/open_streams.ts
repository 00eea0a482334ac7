import config from '#config/operations'
import Refusal from '#kernel/refusals/refusal'

/** Seconds after which a refused caller should try again. */
const RETRY_AFTER = 15

const streams = new Map<string, number>()
let total = 0

/**
 * Counts a stream that this process holds open for a credential, until the returned function is called.
 * @throws Refusal RATE_LIMITED if the credential, or the process, has reached its maximum.
 */
export function openStream(credential: string): () => void {
  const { streamsPerCredential, streamsPerProcess } = config
  const own = streams.get(credential) ?? 0
  if (own >= streamsPerCredential) {
    const message = `This credential has ${own} open streams, which is the limit: close one or retry later`
    throw new Refusal('RATE_LIMITED', { message, retryAfter: RETRY_AFTER })
  }
  if (total >= streamsPerProcess) {
    const message = 'Too many streams are open: retry later, or read the operation instead'
    throw new Refusal('RATE_LIMITED', { message, retryAfter: RETRY_AFTER })
  }
  streams.set(credential, own + 1)
  total++
  let open = true
  return () => {
    if (!open) return
    open = false
    total--
    const left = streams.get(credential)! - 1
    if (left > 0) streams.set(credential, left)
    else streams.delete(credential)
  }
}
