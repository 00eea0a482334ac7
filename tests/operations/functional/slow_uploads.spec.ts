import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import Refusal from '#kernel/refusals/refusal'
import { anyFile, openUpload } from '#kernel/files/upload'
import { UploadClock } from '#kernel/files/upload_clock'

type Times = { idle: number; total: number }

/** Reads one upload on a separate server and answers with the result. */
async function serve(times: Times) {
  const server = createServer((req, res) => {
    const read = async () => {
      let size = 0
      for await (const piece of (await openUpload(req, anyFile(1_000_000), { times })).bytes)
        size += piece.length
      return `whole: ${size}`
    }
    read().then(
      (text) => res.end(text),
      (error) => res.end(error instanceof Refusal ? `${error.reason}: ${error.message}` : String(error))
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

/** Sends the beginning of an upload and then `more`, and waits for the first bytes of the answer's body. */
function send(port: number, head: string, more: (write: (text: string) => void) => void) {
  return new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(head)
      more((text) => socket.write(text))
    })
    let answer = ''
    socket.on('data', (piece) => {
      answer += piece.toString()
      if (!/\r\n\r\n.+/s.test(answer)) return
      resolve(answer)
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

const raw = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/csv\r\ncontent-length: 100\r\n\r\nkey\n'
const form =
  'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=cut\r\ncontent-length: 900\r\n\r\n'
const file = '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nkey\n'

test.group('an upload whose client stops sending', () => {
  test('is given up with a message of its own: {0}')
    .with([
      ['raw body', raw],
      ['form before its file', form],
      ['form within its file', form + file],
      ['form behind its file', `${form}${file}\r\n--cut\r\n`],
    ])
    .run(async ({ assert }, [, head]) => {
      const server = await serve({ idle: 100, total: 60_000 })
      const answer = await send(server.port, head, () => {})
      assert.match(answer, /BAD_REQUEST: The upload sent no data for 0.1 seconds: send the file again/)
      server.close()
    })

  test('or sends for ever is given up too', async ({ assert }) => {
    const server = await serve({ idle: 2000, total: 300 })
    let timer: NodeJS.Timeout
    const answer = await send(server.port, raw.replace('100', '9000'), (write) => {
      timer = setInterval(() => write('A'), 20)
    })
    clearInterval(timer!)
    assert.match(answer, /BAD_REQUEST: The upload took longer than 0.3 seconds/)
    server.close()
  })

  test('is read where bytes come again in time', async ({ assert }) => {
    const server = await serve({ idle: 2000, total: 60_000 })
    const answer = await send(server.port, raw, (write) => setTimeout(() => write('x'.repeat(96)), 100))
    assert.match(answer, /whole: 100/)
    server.close()
  })

  test('ends quietly when its connection breaks after it was given up', async ({ assert }) => {
    const unhandled: unknown[] = []
    const hear = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', hear)
    const late = Promise.withResolvers<Buffer>()
    const req = { socket: { bytesRead: 0 }, destroy: () => {} } as unknown as IncomingMessage
    const clock = new UploadClock(req, { idle: 1000, total: -1 })
    await assert.rejects(() => clock.waitFor(late.promise), /The upload took longer than/)
    late.reject(new Error('Premature close'))
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', hear)
    assert.deepEqual(unhandled, [])
  })
})
