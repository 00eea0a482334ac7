import { setTimeout as delay } from 'node:timers/promises'
import assert from 'node:assert/strict'
import { authorize, type Vendor } from './runtime.js'

/** One call of the load, and what it was told. */
export type Seen = { kind: 'good' | 'bad'; status: number; code: string; ms: number }
export type Load = ReturnType<typeof startLoad>

/** What the interface lets a client see while a store is away (interface#72-codes). */
const DOCUMENTED = ['SIGNING_UNAVAILABLE', 'RATE_LIMIT_UNAVAILABLE']

/** How long a call may take on a busy machine, in milliseconds; the service promises a second. */
const PATIENCE = 1500

/** Calls that must be allowed and calls that must not, again and again, each in four lanes. */
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

/** Nobody was let in wrongly or refused for good, and every call that failed was told so, in time and as documented. */
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
