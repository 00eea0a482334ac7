import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Takes connections and bytes but passes nothing on, as a stopped process or a lost network does. */
  pause: () => void
  /** Passes everything on again, what came in meanwhile too. */
  resume: () => void
  /** Breaks every connection and refuses new ones, as a dead process does. */
  cut: () => Promise<void>
  /** Takes connections again. */
  mend: () => Promise<void>
  close: () => Promise<void>
}

/** Stands between the service and one of its stores, so that a test can take that store away. */
export async function tcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let paused = false
  const server = createServer((inner) => {
    const outer = connect(target)
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ]) {
      sockets.add(from)
      from.on('data', (bytes) => void to.write(bytes))
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
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
  const cut = async () => {
    const closed = new Promise<void>((resolve) =>
      server.listening ? server.close(() => resolve()) : resolve()
    )
    for (const socket of sockets) socket.destroy()
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
    close: cut,
  }
}
