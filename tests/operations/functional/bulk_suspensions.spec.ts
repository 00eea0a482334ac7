import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import ListItems from '#operations/queries/list_items'
import { call } from '#tests/testkit/api'
import { assertExact } from '#tests/testkit/exactness'
import { FAMILIES, familyOf } from '#tests/testkit/families'
import { seedLicenses } from '#tests/testkit/licenses'
import { runToEnd } from '#tests/testkit/operations'
import { authorize, createVendor, type Vendor } from '#tests/testkit/runtime'

/** The answers to programs with these keys: `ok`, or the reason of the denial. */
async function answersTo(vendor: Vendor, licenses: { key: string }[]): Promise<string[]> {
  const answers: string[] = []
  for (const { key } of licenses) {
    const { status, body } = await authorize(vendor, key)
    answers.push(status === 200 ? 'ok' : body.reasonCode!)
  }
  return answers
}

/** Already activated, so that no call changes it. */
const used = () => ({ activatedAt: Date.now() })
const paused = () => {
  const now = Date.now()
  return { status: 'SUSPENDED' as const, activatedAt: now, suspendedAt: now, pausedSince: now }
}

for (const family of FAMILIES) {
  test.group(`${family}: bulk suspensions`, () => {
    test('{path} reaches programs, tells what it left out, and an undo puts everything back')
      .with([
        { path: 'suspend', left: ['ALREADY_SUSPENDED', 'CONFLICT'], code: 'LICENSE_SUSPENDED' },
        { path: 'unsuspend', left: ['NOT_SUSPENDED', 'NOT_SUSPENDED'], code: 'ok' },
      ])
      .run(async ({ assert }, { path, left, code }) => {
        const vendor = await createVendor()
        const active = await seedLicenses(vendor, 2, used())
        const suspended = await seedLicenses(vendor, 2, paused())
        const [revoked] = await seedLicenses(vendor, 1, { status: 'REVOKED' })
        const [meant, others] = path === 'suspend' ? [active, suspended] : [suspended, active]
        const { licenses, headers } = await familyOf(family, vendor)
        const licenseIds = [...meant, others[0], revoked].map(({ id }) => id).concat(newId())
        const ask = (body: object) => call('POST', `${licenses}/${path}`, { headers, body })
        const before = await answersTo(vendor, [...meant, ...others, revoked])

        const tried = await ask({ licenseIds, dryRun: true })
        assert.containSubset(await runToEnd(tried.body.data.operation.id), { succeeded: 2 })
        assert.deepEqual(await answersTo(vendor, [...meant, ...others, revoked]), before)

        const asked = await ask({ licenseIds, reason: 'a dispute' })
        assert.equal(asked.status, 202)
        const { id, type } = asked.body.data.operation
        assert.equal(type, `licenses.${path}`)
        await runToEnd(id)
        await assertExact(id, { total: 5, succeeded: 2 })
        const { items } = await new ListItems().execute(id, { limit: 10 })
        assert.deepEqual(
          items.map((item) => item.code),
          [...left, 'LICENSE_NOT_FOUND']
        )
        const after = await answersTo(vendor, [...meant, ...others, revoked])
        assert.deepEqual(after, [code, code, ...before.slice(2)])

        const undone = await call('POST', `${asked.headers.get('location')}/undo`, { headers, body: {} })
        assert.equal(undone.status, 202)
        await runToEnd(undone.body.data.operation.id)
        await assertExact(undone.body.data.operation.id, { total: 2, succeeded: 2 })
        assert.deepEqual(await answersTo(vendor, [...meant, ...others, revoked]), before)
      })
  })
}
