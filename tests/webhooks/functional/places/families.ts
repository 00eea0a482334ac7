import { call } from '#tests/testkit/api'
import { runToEnd } from '#tests/testkit/operations'
import type { Vendor } from '#tests/testkit/runtime'
import { postImport } from '#tests/testkit/upload'
import { DONE, FIXED, FROZEN, REVOKED, send, SUSPENDED, type Place, type Stage } from './stage.js'

const credentials = {
  dashboard: ({ token }: Vendor) => ({ token }),
  'API key': ({ key }: Vendor) => ({ apiKey: key }),
}
type Family = keyof typeof credentials

/** The path of a merchant's licenses. */
export function many(family: Family, { orgId, productId }: Vendor) {
  return family === 'dashboard'
    ? `/v1/dashboard/orgs/${orgId}/licenses`
    : `/v1/products/${productId}/licenses`
}

function single(family: Family, { vendor, license }: Stage) {
  return family === 'dashboard'
    ? `/v1/dashboard/licenses/${license.id}`
    : `${many(family, vendor)}/${license.id}`
}

/** A license in a tier that does not exist, which is enough to remove the tier. */
const TIERED = { tierId: '0192f0c1-0000-7000-8000-000000000000' }

/** Changes of one license: method, path below the license, body, initial state, event. */
const SINGLE = [
  ['PATCH', '', { frozen: true }, {}, 'license.frozen'],
  ['PATCH', '', { frozen: false }, FROZEN, 'license.unfrozen'],
  ['PATCH', '', { metadata: { a: 1 } }, {}, 'license.updated'],
  ['PATCH', '', { extendDays: 7 }, FIXED, 'license.updated'],
  ['PATCH', '', { tierId: null }, TIERED, 'license.tier_changed'],
  ['POST', '/revoke', {}, {}, 'license.revoked'],
  ['POST', '/unrevoke', {}, REVOKED, 'license.unrevoked'],
  ['POST', '/suspend', {}, {}, 'license.suspended'],
  ['POST', '/unsuspend', {}, SUSPENDED, 'license.unsuspended'],
  ['POST', '/reset-hwid', {}, {}, 'license.hwid_reset'],
  ['POST', '/reset-ip', {}, {}, 'license.ip_reset'],
  ['DELETE', '', undefined, {}, 'license.deleted'],
] as const

/** Bulk changes: method, path, additional fields of the body, initial state, event, and the event of the undo. */
const BULK = [
  ['POST', '/freeze', {}, {}, 'license.frozen', 'license.unfrozen'],
  ['POST', '/unfreeze', {}, FROZEN, 'license.unfrozen', 'license.frozen'],
  ['POST', '/extend', { days: 7 }, FIXED, 'license.updated', 'license.updated'],
  ['POST', '/revoke', {}, {}, 'license.revoked', 'license.unrevoked'],
  ['POST', '/unrevoke', {}, REVOKED, 'license.unrevoked', 'license.revoked'],
  ['POST', '/set-tier', { tierId: null }, TIERED, 'license.tier_changed', null],
  ['POST', '/set-updates', { maxVersion: '<2.0.0' }, {}, 'license.updated', 'license.updated'],
  ['DELETE', '', {}, {}, 'license.deleted', null],
] as const

/** Everything that the routes of one family can do to licenses. */
export function placesOf(family: Family): Place[] {
  const as = credentials[family]
  return [
    {
      name: `${family}: create`,
      act: ({ vendor }) =>
        send('POST', many(family, vendor), {
          ...as(vendor),
          body: family === 'dashboard' ? { productId: vendor.productId, count: 2 } : { count: 2 },
        }),
      events: ['license.created', 'license.created'],
    },
    ...SINGLE.map(([method, path, body, state, event]) => ({
      name: `${family}: ${method} one${path} ${JSON.stringify(body ?? {})}`,
      state,
      act: (stage: Stage) => send(method, single(family, stage) + path, { ...as(stage.vendor), body }),
      events: [event],
    })),
    ...BULK.flatMap(([method, path, more, state, event, undone]) => {
      const start = ({ vendor, license }: Stage) =>
        send(method, many(family, vendor) + path, {
          ...as(vendor),
          body: { licenseIds: [license.id], ...more },
        })
      const name = `${family}: bulk ${method} ${path}`
      const undo = async (stage: Stage) => {
        const { operation } = await start(stage)
        const { orgId, productId } = stage.vendor
        const base = family === 'dashboard' ? `/v1/dashboard/orgs/${orgId}` : `/v1/products/${productId}`
        await send('POST', `${base}/operations/${operation.id}/undo`, as(stage.vendor))
      }
      const places: Place[] = [{ name, state, act: start, events: [event, DONE] }]
      if (undone)
        places.push({ name: `${name}, undone`, state, act: undo, events: [event, DONE, undone, DONE] })
      return places
    }),
    {
      name: `${family}: import`,
      act: async ({ vendor }) => {
        if (family === 'dashboard') {
          const { body } = await postImport(vendor, 'key\nAAAA-1\nAAAA-2')
          return runToEnd(body.data.operation.id)
        }
        const body = [{ key: 'AAAA-1' }, { key: 'AAAA-2' }]
        return send('POST', `${many(family, vendor)}/import`, { ...as(vendor), body })
      },
      events: ['license.created', 'license.created', DONE],
    },
    {
      name: `${family}: cancel an operation`,
      act: async ({ vendor, license }) => {
        const body = { licenseIds: [license.id] }
        const path = `${many(family, vendor)}/freeze`
        const { operation } = (await call('POST', path, { ...as(vendor), body })).body.data
        const base = many(family, vendor).replace('/licenses', '/operations')
        await send('POST', `${base}/${operation.id}/cancel`, as(vendor))
      },
      events: ['operation.cancelled'],
    },
  ]
}
