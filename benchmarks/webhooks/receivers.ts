/**
 * Receivers of the webhook benchmark, in a process of their own. Paths under /hang never answer; the others
 * are a 204, and how long each event was on its way is kept. The parent asks for the delays by message.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let delays: number[] = []

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (request.url!.startsWith('/hang')) return
    const { timestamp } = JSON.parse(Buffer.concat(parts).toString()) as { timestamp: string }
    delays.push(Date.now() - Date.parse(timestamp))
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))

process.on('message', () => {
  process.send!({ delays })
  delays = []
})
process.on('disconnect', () => process.exit())
