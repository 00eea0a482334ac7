import { connect, createServer, type Socket } from 'node:net'

export type CommitTrap = {
  /** The address of the database through the trap. */
  url: string
  /** Resolves once a commit is caught. */
  caught: Promise<void>
  close: () => Promise<void>
}

/** Two pieces of a stream are looked at together as far as this, since a word may be cut in two. */
const OVERLAP = 64

/**
 * Stands between a server and Postgres and catches one commit: that of the transaction in which a statement with
 * `marker` ran. `before`: the commit never reaches Postgres. `after`: Postgres commits, but the server never
 * hears of it, so it has not answered anybody yet when it is killed then.
 */
export async function commitTrap(
  databaseUrl: string,
  marker: string,
  moment: 'before' | 'after'
): Promise<CommitTrap> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
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
    let [marked, held] = [false, false]
    const [sent, answered] = [watch(), watch()]
    inner.on('data', (bytes) => {
      const text = sent(bytes)
      marked ||= text.includes(marker)
      if (marked && moment === 'before' && /COMMIT/i.test(text)) held = true
      if (held) report()
      else outer.write(bytes)
    })
    outer.on('data', (bytes) => {
      if (marked && moment === 'after' && answered(bytes).includes('COMMIT\0')) held = true
      if (held) report()
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
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Reads a stream as text, each piece with the end of the one before. */
function watch() {
  let tail = ''
  return (bytes: Buffer) => {
    const text = tail + bytes.toString('latin1')
    tail = text.slice(-OVERLAP)
    return text
  }
}
