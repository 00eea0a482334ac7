import { lookup, Resolver } from 'node:dns/promises'
import { isAbsentName } from './absent_name.js'

export type ResolvedAddress = { address: string; family: number }

/**
 * Looks up all addresses of a host name.
 * @throws an error with a `code` such as ENOTFOUND.
 */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>

/**
 * Looks names up over the network, without a thread. The system's own lookup holds one of the few threads of the
 * process until a name server answers, so four names of one merchant with a silent name server would block all others.
 * For names that DNS does not know (the hosts file, names without a domain) it uses the system's lookup, one name at a
 * time. Names whose name server does not answer wait in a line of their own: the system would wait for it again, for
 * about ten seconds, and everyone behind it. Concurrent lookups of the same name share one result.
 */
export default class NameResolver {
  #dns = new Resolver({ timeout: 1500, tries: 2 })
  #running = new Map<string, Promise<ResolvedAddress[]>>()
  #lines: Record<'unknown' | 'unanswered', Promise<unknown>> = {
    unknown: Promise.resolve(),
    unanswered: Promise.resolve(),
  }

  /**
   * `servers`: name servers to use instead of the system's, as `address:port`. `system` looks a name up in the hosts file
   * and the search domains, and asks the name servers again.
   */
  constructor(
    servers?: string[],
    protected system: Resolve = (hostname) => lookup(hostname, { all: true })
  ) {
    if (servers) this.#dns.setServers(servers)
  }

  resolve: Resolve = (hostname) => {
    const running = this.#running.get(hostname)
    if (running) return running
    const fresh = this.#find(hostname).finally(() => this.#running.delete(hostname))
    this.#running.set(hostname, fresh)
    return fresh
  }

  async #find(hostname: string): Promise<ResolvedAddress[]> {
    const answers = await Promise.allSettled([this.#ask(hostname, 4), this.#ask(hostname, 6)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    return this.#askSystem(hostname, answers.every(isAnswered) ? 'unknown' : 'unanswered')
  }

  async #ask(hostname: string, family: 4 | 6): Promise<ResolvedAddress[]> {
    const addresses = await (family === 4 ? this.#dns.resolve4(hostname) : this.#dns.resolve6(hostname))
    return addresses.map((address) => ({ address, family }))
  }

  #askSystem(hostname: string, line: 'unknown' | 'unanswered'): Promise<ResolvedAddress[]> {
    const answer = this.#lines[line].then(() => this.system(hostname))
    this.#lines[line] = answer.catch(() => {})
    return answer
  }
}

function isAnswered(answer: PromiseSettledResult<unknown>): boolean {
  return answer.status === 'fulfilled' || isAbsentName(answer.reason)
}
