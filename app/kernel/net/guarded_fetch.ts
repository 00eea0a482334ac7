import { fetch, type Agent, type RequestInit, type Response } from 'undici'
import { urlProblem } from './endpoint_url.js'
import { guardedAgent } from './guarded_agent.js'
import type { Subnet } from './addresses.js'

/** Limits of a response: its size in bytes, and the time for all of it in milliseconds. */
const [MOST_BYTES, PATIENCE] = [1024 * 1024, 10_000]

/** The request failed; the message says why and contains nothing of the response. */
export class FetchRefused extends Error {}

/**
 * Sends a request to a URL that a merchant chose: only public addresses and those of `allowedSubnets`, no redirects, at
 * most 1 MiB and 10 seconds. The response is read completely.
 * @throws FetchRefused
 */
export async function guardedFetch(
  url: string,
  allowedSubnets: readonly Subnet[],
  init: RequestInit = {}
): Promise<{ response: Response; body: Buffer }> {
  const problem = urlProblem(url, allowedSubnets)
  if (problem) throw new FetchRefused(problem)
  const agent = guardedAgent({ allowedSubnets, timeoutMs: PATIENCE })
  try {
    const signal = AbortSignal.timeout(PATIENCE)
    const response = await fetch(url, { ...init, signal, redirect: 'manual', dispatcher: agent })
    if (response.status >= 300 && response.status < 400)
      throw new FetchRefused('It redirects to another address')
    return { response, body: await read(response) }
  } catch (error) {
    if (error instanceof FetchRefused) throw error
    throw new FetchRefused(reasonOf(error), { cause: error })
  } finally {
    await close(agent)
  }
}

async function read({ body }: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += (part as Uint8Array).length
    if (size > MOST_BYTES) throw new FetchRefused('The answer is larger than 1 MiB')
    parts.push(part as Uint8Array)
  }
  return Buffer.concat(parts)
}

function reasonOf(error: unknown): string {
  const { name, message } = (error instanceof Error ? (error.cause ?? error) : {}) as Partial<Error>
  if (name === 'TimeoutError' || name === 'AbortError') return 'It did not answer within 10 seconds'
  return message || 'It cannot be reached'
}

function close(agent: Agent): Promise<void> {
  return agent.destroy().catch(() => {})
}
