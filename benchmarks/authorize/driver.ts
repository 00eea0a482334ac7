/**
 * Generates the load: sends prepared requests over keep-alive connections, one request at a time per connection, and
 * reports the result to its parent. It uses plain sockets, to leave most of the processor time to the service.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export type Load = {
  port: number
  connections: number
  key: string
  signingSecret: string
  /** One call for each body. */
  bodies: string[]
  /** Raw requests that are sent instead of `bodies`. */
  requests?: string[]
  /** Client addresses to use in turn; each call then carries X-Forwarded-For. */
  addresses?: string[]
  /** Sends calls at this fixed rate and measures each from the moment it was due. */
  perSecond?: number
}

export type Result = { seconds: number; statuses: Record<string, number>; latencies: number[] }

const PATH = '/v1/licenses/authorize'

process.on('message', (load: Load) => void drive(load).then((result) => process.send!(result)))
process.on('disconnect', () => process.exit(0))

async function drive({
  port,
  connections,
  bodies,
  addresses,
  perSecond,
  requests: plain,
  ...credential
}: Load): Promise<Result> {
  const requests =
    plain?.map((request) => Buffer.from(request)) ??
    bodies.map((body, at) => signed(body, credential, addresses?.[at % addresses.length]))
  const statuses: Record<string, number> = {}
  const latencies: number[] = []
  let next = 0
  const isDue = async (at: number) => {
    if (!perSecond) return performance.now()
    const due = started + (1000 * at) / perSecond
    await delay(Math.max(0, due - performance.now()))
    return due
  }
  const lane = async () => {
    const exchange = await open(port)
    while (next < requests.length) {
      const request = next++
      const sent = await isDue(request)
      const status = await exchange(requests[request])
      latencies.push(performance.now() - sent)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    exchange.close()
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, lane))
  return { seconds: (performance.now() - started) / 1000, statuses, latencies }
}

/** The whole request as bytes, signed exactly as in interface#54-request-signing. */
function signed(
  body: string,
  { key, signingSecret }: Pick<Load, 'key' | 'signingSecret'>,
  address?: string
): Buffer {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = randomBytes(16).toString('hex')
  const sha = createHash('sha256').update(body).digest('hex')
  const text = ['POST', PATH, timestamp, nonce, sha].join('\n')
  const signature = createHmac('sha256', signingSecret).update(text).digest('hex')
  return Buffer.from(
    `POST ${PATH} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nx-api-key: ${key}\r\n` +
      `x-svc-timestamp: ${timestamp}\r\nx-svc-nonce: ${nonce}\r\nx-svc-signature: ${signature}\r\n` +
      (address === undefined ? '' : `x-forwarded-for: ${address}\r\n`) +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

type Exchange = ((request: Buffer) => Promise<string>) & { close: () => void }

const HEAD_END = '\r\n\r\n'
/** Without its first letter, because Node.js and the framework write it in different case. */
const LENGTH = 'ontent-length: '

/** A connection that reads into one buffer of its own: responses are small, and only their status is checked. */
async function open(port: number): Promise<Exchange> {
  const buffer = Buffer.alloc(64 * 1024)
  let received = Buffer.alloc(0)
  let answer: ((status: string) => void) | null = null
  const onread = {
    buffer,
    callback(bytes: number) {
      const part = buffer.subarray(0, bytes)
      const text = received.length === 0 ? part : Buffer.concat([received, part])
      if (isWhole(text)) {
        received = received.subarray(0, 0)
        answer!(text.toString('latin1', 9, 12))
      } else received = Buffer.from(text)
      return true
    },
  }
  const socket: Socket = connect({ host: '127.0.0.1', port, noDelay: true, onread })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const exchange = (request: Buffer) =>
    new Promise<string>((resolve) => {
      answer = resolve
      socket.write(request)
    })
  return Object.assign(exchange, { close: () => socket.destroy() })
}

function isWhole(text: Buffer): boolean {
  const head = text.indexOf(HEAD_END)
  if (head === -1) return false
  const at = text.indexOf(LENGTH) + LENGTH.length
  const length = Number.parseInt(text.toString('latin1', at, at + 10))
  return text.length >= head + HEAD_END.length + length
}
