import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** The settings that PgBouncer knows among those that a client may send when it connects. */
const KNOWN = new Set(['user', 'database', 'client_encoding', 'application_name'])

export type Pooler = { url: string; close: () => Promise<void> }

/**
 * A proxy before the Postgres of a URL that handles startup settings as PgBouncer does: it refuses unknown settings or,
 * with `drops`, removes them, as PgBouncer does with `ignore_startup_parameters`. It forwards everything else.
 */
export async function openPooler(url: string, takes: 'refuses' | 'drops'): Promise<Pooler> {
  const inner = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => {})
    client.once('data', (startup) => {
      const { known, unknown } = settingsOf(startup)
      if (unknown.length > 0 && takes === 'refuses') return void client.end(refusal(unknown[0]))
      const postgres = connect(Number(inner.port || 5432), inner.hostname)
      sockets.add(postgres)
      postgres.on('error', () => client.destroy())
      postgres.write(startupOf(startup, known))
      client.pipe(postgres).pipe(client)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const outer = new URL(url)
  outer.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: outer.href,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The names and values of a startup message, which follow its length and the protocol version. */
function settingsOf(startup: Buffer) {
  const words = startup.toString('utf8', 8).split('\0')
  const known: string[] = []
  const unknown: string[] = []
  for (let at = 0; words[at]; at += 2) {
    if (KNOWN.has(words[at])) known.push(words[at], words[at + 1])
    else unknown.push(words[at])
  }
  return { known, unknown }
}

function startupOf(startup: Buffer, words: string[]): Buffer {
  const body = Buffer.from(`${words.join('\0')}\0\0`)
  const head = Buffer.from(startup.subarray(0, 8))
  head.writeInt32BE(head.length + body.length)
  return Buffer.concat([head, body])
}

function refusal(name: string): Buffer {
  const body = Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${name}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
