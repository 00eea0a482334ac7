import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Accepts connections and bytes but forwards nothing, as a stopped process or a lost network does. */
  pause: () => void
  /** Forwards everything again, including the bytes that arrived during the pause. */
  resume: () => void
  /** Closes every connection and refuses new ones, as a dead process does. */
  cut: () => Promise<void>
  /** Accepts connections again. */
  mend: () => Promise<void>
  /** Closes every connection and accepts new ones, as a restarted store does. */
  reset: () => void
  /** Loses every packet of the existing connections, closes none of them, and serves new ones. */
  blackhole: () => void
  /**
   * Forwards commands but loses the answers of the existing connections; the returned function returns the answers lost
   * so far.
   */
  deafen: () => () => string
  /** Delays a command that contains `word` by `ms` milliseconds, from the second command of a connection on. */
  slow: (word: string, ms: number) => void
  /** Delays nothing any more. */
  quick: () => void
  /** Directs new connections to another store; existing ones stay with the old one. */
  lead: (target: Target) => void
  /** How many connections to the store are open. */
  connections: () => number
  close: () => Promise<void>
}

type Target = { host: string; port: number }

/** A proxy between the service and one of its stores, so that a test can take that store away. */
export async function tcpProxy(first: Target): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const lost = new Set<Socket>()
  const outers = new Set<Socket>()
  const deaf = new Set<Socket>()
  let unheard = ''
  let target = first
  let paused = false
  let held: { word: string; ms: number } | null = null
  const server = createServer((inner) => {
    const outer = connect(target)
    outers.add(outer)
    outer.on('close', () => outers.delete(outer))
    let seen = 0
    const isHeld = (from: Socket, bytes: Buffer) =>
      held !== null && from === inner && bytes.toString('latin1').includes(held.word) && ++seen > 1
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ]) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (lost.has(from)) return
        if (deaf.has(from)) return void (unheard += bytes.toString('latin1'))
        if (!isHeld(from, bytes)) return void to.write(bytes)
        from.pause()
        setTimeout(() => {
          to.write(bytes)
          from.resume()
        }, held!.ms)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (!lost.delete(from)) to.destroy()
      })
      if (paused) from.pause()
    }
  })
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  const reset = () => {
    for (const socket of [...sockets, ...lost]) socket.destroy()
  }
  const cut = async () => {
    const closed = new Promise<void>((resolve) =>
      server.listening ? server.close(() => resolve()) : resolve()
    )
    reset()
    await closed
  }
  await listen(0)
  const { port } = server.address() as { port: number }
  return {
    port,
    pause() {
      paused = true
      for (const socket of sockets) socket.pause()
    },
    resume() {
      paused = false
      for (const socket of sockets) socket.resume()
    },
    cut,
    mend: () => listen(port),
    reset,
    blackhole() {
      for (const socket of sockets) lost.add(socket)
    },
    deafen() {
      for (const outer of outers) deaf.add(outer)
      return () => unheard
    },
    slow(word, ms) {
      held = { word, ms }
    },
    quick() {
      held = null
    },
    lead(to) {
      target = to
    },
    connections: () => outers.size,
    close: cut,
  }
}

/** Puts a proxy before the store at `url`. The returned URL leads through it. */
export async function proxyBefore(
  url: string,
  defaultPort: number
): Promise<{ url: string; proxy: TcpProxy }> {
  const led = new URL(url)
  const proxy = await tcpProxy({ host: led.hostname, port: Number(led.port || defaultPort) })
  led.host = `127.0.0.1:${proxy.port}`
  return { url: led.href, proxy }
}
