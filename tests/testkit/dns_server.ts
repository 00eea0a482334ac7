import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Response codes: success, and no such name. */
const [FINE, NO_SUCH_NAME] = [0, 3]

/**
 * A name server on loopback that knows only TXT records. `records` holds texts by name; a text of several pieces is a
 * list. A name that is `silent` gets no answer.
 */
export async function startDnsServer() {
  const socket = createSocket('udp4')
  const records = new Map<string, (string | string[])[]>()
  const silent = new Set<string>()
  const asked: string[] = []
  socket.on('message', (query, { port, address }) => {
    const { name, end } = nameOf(query, 12)
    asked.push(name)
    if (silent.has(name)) return
    const texts = records.get(name)
    const question = query.subarray(12, end + 4)
    const answers = (texts ?? []).map((text) => txtRecord([text].flat()))
    socket.send(
      Buffer.concat([headerOf(query, texts ? FINE : NO_SUCH_NAME, answers.length), question, ...answers]),
      port,
      address
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    server: `127.0.0.1:${socket.address().port}`,
    records,
    silent,
    asked,
    close: () => socket.close(),
  }
}

function nameOf(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = []
  let at = start
  while (message[at] !== 0) {
    labels.push(message.toString('ascii', at + 1, at + 1 + message[at]))
    at += message[at] + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

/** The header of an answer with the id of its question. */
function headerOf(query: Buffer, code: number, answers: number): Buffer {
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers, 6)
  return header
}

function txtRecord(pieces: string[]): Buffer {
  const data = Buffer.concat(pieces.map((piece) => Buffer.from([piece.length, ...Buffer.from(piece)])))
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(16, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
