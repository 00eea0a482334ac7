import type { IncomingMessage } from 'node:http'

const ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** Returns true if a request comes from this machine, and not through a proxy that runs on it. */
export function isLoopback({ socket, headers }: IncomingMessage): boolean {
  return ADDRESSES.has(socket.remoteAddress ?? '') && FORWARDED.every((name) => headers[name] === undefined)
}
