import { hash } from 'node:crypto'
import type { Handover } from '#terminal/quickstart/handover'
import ServiceClient from '#terminal/quickstart/service_client'

const LICENSES = 12_480
const DAY = 86_400_000
/** For each state, one license in this many has it; the rest are active. */
const STATES = [
  [17, 'REVOKED'],
  [11, 'EXPIRED'],
  [7, 'SUSPENDED'],
  [5, 'PENDING'],
] as const

/**
 * Gives the quickstart's merchant names and licenses in every state. Resolves with the position of a license with a
 * history.
 */
export async function furnishMerchant(
  { baseUrl, email, password, orgId, productId }: Handover,
  now = Date.now()
) {
  const client = new ServiceClient(baseUrl)
  await client.signIn(email, password)
  await client.call('PATCH', `/v1/dashboard/orgs/${orgId}`, { json: { name: 'Northlight Audio' } })
  await client.call('PATCH', `/v1/dashboard/products/${productId}`, { json: { name: 'Tape Studio' } })
  type Started = { operation: { id: string } }
  const licenses = `/v1/dashboard/orgs/${orgId}/licenses`
  const { operation } = await client.call<Started>('POST', `${licenses}/import?productId=${productId}`, {
    csv: csv(now),
  })
  await ended(client, `/v1/dashboard/orgs/${orgId}/operations/${operation.id}`)
  return useLicense(client, licenses)
}

/** Gives one license a history for its peek; resolves with its position in the list. */
async function useLicense(client: ServiceClient, licenses: string): Promise<number> {
  type Page = { licenses: { id: string; status: string }[] }
  const page = await client.call<Page>('GET', `${licenses}?frozen=false&status=ACTIVE&pageSize=1`)
  const [{ id }] = page.licenses
  const steps = [
    { frozen: true, reason: 'The studio is closed in August' },
    { frozen: false, reason: 'Open again' },
    { extendDays: 30 },
  ]
  for (const json of steps) await client.call('PATCH', `/v1/dashboard/licenses/${id}`, { json })
  const all = await client.call<Page>('GET', licenses)
  return all.licenses.findIndex((license) => license.id === id)
}

/** Waits for an operation. @throws unless every row succeeded. */
async function ended(client: ServiceClient, path: string) {
  type Watched = { operation: { status: string; progress: { failed: number } } }
  for (;;) {
    const { operation } = await client.call<Watched>('GET', path)
    if (['completed', 'failed', 'cancelled'].includes(operation.status)) {
      if (operation.status === 'completed' && operation.progress.failed === 0) return
      throw new Error(`The import ended ${operation.status}: ${JSON.stringify(operation.progress)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

function csv(now: number): string {
  const rows = Array.from({ length: LICENSES }, (_, at) => rowOf(at, now))
  return ['key,status,expiresAt,activatedAt,frozen', ...rows, ''].join('\n')
}

function rowOf(at: number, now: number): string {
  const digits = hash('sha256', `license ${at}`).toUpperCase()
  const key = ['TAPE', digits.slice(0, 5), digits.slice(5, 10), digits.slice(10, 15)].join('-')
  const state = STATES.find(([every]) => at % every === every - 1)?.[1] ?? 'ACTIVE'
  const day = Number.parseInt(digits.slice(20, 24), 16) % 700
  const end = state === 'EXPIRED' ? now - (1 + (day % 60)) * DAY : now + (20 + day) * DAY
  const began = state === 'PENDING' ? '' : new Date(now - (61 + (day % 300)) * DAY).toISOString()
  const isFrozen = state === 'ACTIVE' && at % 9 === 4
  return [
    key,
    state,
    at % 5 === 3 && state !== 'EXPIRED' ? '' : new Date(end).toISOString(),
    began,
    isFrozen,
  ].join()
}
