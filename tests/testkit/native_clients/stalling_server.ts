import { relay } from '#tests/testkit/client'

/** When the answers end after all: later than any client may wait, and before the test runs out of time. Milliseconds. */
const END = 30_000
/** Milliseconds between two bytes of an answer that drips. */
const PACE = 200

/**
 * A server that sends the head of an answer and ten bytes of its body, and then nothing, or a byte now and then. After
 * `END` the answer ends as a whole one without a signature, so a client that waits for it reports a forged answer.
 */
export async function stallingServer({ drips }: { drips: boolean }) {
  const { base, close } = await relay((_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' }).write('{"ok":true')
    const drip = drips ? setInterval(() => res.write(' '), PACE) : undefined
    const end = setTimeout(() => res.end(), END)
    res.once('close', () => {
      clearInterval(drip)
      clearTimeout(end)
    })
  })
  return { base, [Symbol.dispose]: () => void close() }
}
