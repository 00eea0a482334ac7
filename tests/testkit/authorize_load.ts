import { setTimeout as delay } from 'node:timers/promises'
import assert from 'node:assert/strict'
import { authorize, type Vendor } from './runtime.js'

/** One call of the load, and its answer. */
export type Seen = { kind: 'good' | 'bad'; status: number; code: string; ms: number }
export type Load = ReturnType<typeof startLoad>

/** The codes that a client may see while a store is unavailable (interface#72-codes). */
const DOCUMENTED = ['SIGNING_UNAVAILABLE', 'RATE_LIMIT_UNAVAILABLE']

/** The longest time that a call may take on a busy machine, in milliseconds; the service promises one second. */
const PATIENCE = 1500

/** Repeats calls that must be allowed and calls that must be denied, each kind in four lanes. */
export function startLoad(vendor: Vendor, licenseKey: string, base: string) {
  const seen: Seen[] = []
  let stopped = false
  const lane = async (kind: Seen['kind']) => {
    while (!stopped) {
      const hwid = kind === 'good' ? 'mine' : 'another'
      const started = performance.now()
      const { status, body } = await authorize(vendor, licenseKey, { hwid }, { base })
      const ms = performance.now() - started
      seen.push({ kind, status, code: body.error?.code ?? '', ms })
      await delay(5)
    }
  }
  const lanes = Array.from({ length: 8 }, (_, at) => lane(at % 2 === 0 ? 'good' : 'bad'))
  return {
    seen,
    async stop() {
      stopped = true
      await Promise.all(lanes)
    },
  }
}

/**
 * Asserts that no call was wrongly allowed or wrongly denied, and that every other call failed in time with a
 * documented code.
 */
export function assertFailedClosed(seen: Seen[]) {
  const refused = seen.filter(({ status }) => status !== 200 && status !== 403)
  const undocumented = refused.filter(({ status, code }) => status !== 503 || !DOCUMENTED.includes(code))
  assert.deepEqual(undocumented, [])
  assert.deepEqual(
    seen.filter(({ kind, status }) => (kind === 'bad' ? status === 200 : status === 403)),
    []
  )
  assert.ok(Math.max(...seen.map(({ ms }) => ms)) < PATIENCE, 'a call took too long')
}
