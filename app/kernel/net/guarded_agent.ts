import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { isReachable, type Subnet } from './addresses.js'
import { bareHost } from './endpoint_url.js'
import NameResolver, { type Resolve } from './name_resolver.js'

/**
 * Opens sockets, and calls `lookup` for the addresses of every host that is a name.
 *
 * @internal
 */
export type Dialer = (lookup: LookupFunction) => buildConnector.connector

export type GuardOptions = {
  allowedSubnets: readonly Subnet[]
  timeoutMs: number
  resolve?: Resolve
  dialer?: Dialer
}

/** The host is, or resolves to, an address that must not be contacted. */
export class AddressRefused extends Error {
  constructor() {
    super('The address is private or reserved')
  }
}

/**
 * An HTTP agent that reaches only public addresses and those that the operator allowed (interface#64-delivery-rules,
 * contract#refused-addresses). It checks an address literal before it opens a socket, because Node does not look
 * literals up. It resolves a name once per connection. If one of its addresses is not reachable, it refuses all, and
 * the socket gets exactly the checked addresses, so a different second answer of the resolver has no effect. It also
 * checks the address of the open socket. Proxy settings of the environment are ignored.
 */
export function guardedAgent({ allowedSubnets, timeoutMs, resolve, dialer }: GuardOptions): Agent {
  const reachable = (address: string | undefined) =>
    address !== undefined && isReachable(address, allowedSubnets)
  const dial = (dialer ?? socketDialer(timeoutMs))(
    guardedLookup(reachable, resolve ?? new NameResolver().resolve)
  )

  const connect: buildConnector.connector = (options, callback) => {
    const host = bareHost(options.hostname)
    if (isIP(host) !== 0 && !reachable(host)) {
      return process.nextTick(callback, new AddressRefused(), null)
    }
    dial(options, (...[error, socket]) => {
      if (error) return callback(error, null)
      if (reachable(socket.remoteAddress)) return callback(null, socket)
      socket.destroy()
      callback(new AddressRefused(), null)
    })
  }
  return new Agent({
    connect,
    // The deliverer limits the attempts in flight; endpoints may share an origin.
    connections: null,
    pipelining: 1,
    keepAliveTimeout: 4000,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: 16 * 1024,
  })
}

function socketDialer(timeout: number): Dialer {
  return (lookup) => buildConnector({ lookup, timeout, allowH2: false })
}

function guardedLookup(reachable: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        if (addresses.length === 0) return callback(notFound(hostname), '')
        if (!addresses.every(({ address }) => reachable(address))) return callback(new AddressRefused(), '')
        if (options.all) callback(null, addresses)
        else callback(null, addresses[0].address, addresses[0].family)
      },
      (error) => callback(error, '')
    )
  }
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`No address for ${hostname}`), { code: 'ENOTFOUND' })
}
