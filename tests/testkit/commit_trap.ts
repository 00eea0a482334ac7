import { connect, createServer, type Socket } from 'node:net'

export type CommitTrap = {
  /** The address of the database through the trap. */
  url: string
  /** Resolves when a commit is caught. */
  caught: Promise<void>
  /** Breaks the connection of the caught commit. The others stay. */
  cut: () => void
  close: () => Promise<void>
}

/**
 * The number of characters of the previous piece that are searched together with the next one, because a word may be
 * split.
 */
const OVERLAP = 64

/**
 * A proxy between a server and Postgres that catches one commit: that of the transaction in which a statement with
 * `marker` ran. `before`: the commit never reaches Postgres. `after`: Postgres commits, but the server never gets the
 * confirmation, so it has sent no answer when the test kills it.
 */
export async function commitTrap(
  databaseUrl: string,
  marker: string,
  moment: 'before' | 'after'
): Promise<CommitTrap> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const held = new Set<Socket>()
  const { promise: caught, resolve: report } = Promise.withResolvers<void>()
  const server = createServer((inner) => {
    const outer = connect(Number(target.port || 5432), target.hostname)
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ]) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
    let [marked, isHeld] = [false, false]
    const hold = () => {
      isHeld = true
      held.add(inner)
    }
    const [sent, answered] = [watch(), watch()]
    inner.on('data', (bytes) => {
      const text = sent(bytes)
      marked ||= text.includes(marker)
      if (marked && moment === 'before' && /COMMIT/i.test(text)) hold()
      if (isHeld) report()
      else outer.write(bytes)
    })
    outer.on('data', (bytes) => {
      if (marked && moment === 'after' && answered(bytes).includes('COMMIT\0')) hold()
      if (isHeld) report()
      else inner.write(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    caught,
    cut: () => held.forEach((socket) => socket.destroy()),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Reads a stream as text, each piece preceded by the end of the previous one. */
function watch() {
  let tail = ''
  return (bytes: Buffer) => {
    const text = tail + bytes.toString('latin1')
    tail = text.slice(-OVERLAP)
    return text
  }
}
