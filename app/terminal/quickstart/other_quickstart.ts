import type { Handover } from './handover.js'

/** How long another quickstart has to answer. Milliseconds. */
const PATIENCE = 2000

/**
 * The address of the quickstart that wrote `earlier`, if it still serves the same folder; otherwise null. The keys that
 * sign responses tell whether it is the same deployment: its port may belong to another program by now, which must see no
 * secret.
 */
export async function otherQuickstart(earlier: Handover | null, baseUrl: string): Promise<string | null> {
  // Two of them cannot have the same port, but one may have two addresses.
  if (!earlier || new URL(earlier.baseUrl).port === new URL(baseUrl).port) return null
  const [theirs, ours] = await Promise.all([signingKeys(earlier.baseUrl), signingKeys(baseUrl)])
  return theirs !== null && theirs === ours ? earlier.baseUrl : null
}

async function signingKeys(baseUrl: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(PATIENCE)
    const answer = await fetch(`${baseUrl}/.well-known/service-keys.json`, { signal })
    return answer.ok ? await answer.text() : null
  } catch {
    return null
  }
}
