import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import fc from 'fast-check'
import { rows } from '#kernel/database/sql'
import { DAY } from '#kernel/time/millis'
import ResetBindings from '#licensing/actions/reset_bindings'
import { budgetOf } from '#end_users/rules/reset_budget'
import { usageOf } from '#end_users/store/self_resets'
import { outgoingEvents } from '#tests/testkit/made_licenses'
import { usageAmong } from '#tests/testkit/reset_usage'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { bind, createOwner, heldBy, openSession, pastResets, selfResets } from '#tests/testkit/own_licenses'

/** contract/09-end-users#95-licenses-eu */
test.group('licenses of an end user: resets', () => {
  test('{path} clears what is bound, ends the sessions and is told')
    .with([
      { path: '/reset-hwid', kind: 'HWID' as const, event: 'license.hwid_reset', field: 'hwid' },
      { path: '/reset-ip', kind: 'IP' as const, event: 'license.ip_reset', field: 'ip' },
    ])
    .run(async ({ assert }, { path, kind, event, field }) => {
      const { ask, license, customer, merchant } = await createOwner()
      await new ResetBindings().execute(merchant.scope, license.id, kind)
      const other = kind === 'HWID' ? ('IP' as const) : ('HWID' as const)
      await bind(license.id, kind, ['one', 'two'])
      await bind(license.id, other, ['kept'])
      await openSession(license.id, 'running', { hwid: 'one' })
      const { status, body } = await ask('POST', path, {})
      assert.equal(status, 200)
      assert.isTrue(body.data.changed)
      const { used, remaining } = body.data.license.resets[field]
      assert.deepEqual([used, remaining], [1, kind === 'HWID' ? 2 : 9])
      assert.deepEqual(await heldBy(license.id), { bindings: ['kept'], sessions: [] })
      const [, entry] = await rows<{ actor: string; actorId: string; data: Record<string, unknown> }>(
        db.connection(),
        `select actor_type as actor, actor_id as "actorId", data from license_events
         where license_id = ? and type = ? order by id`,
        [license.id, event]
      )
      assert.deepEqual([entry.actor, entry.actorId], ['endUser', customer.id])
      assert.containSubset(entry.data, { cleared: 2, resetCount: 2 })
      const told = (await outgoingEvents(merchant)).filter(({ name }) => name === event)
      const payload = { licenseId: license.id, productId: merchant.productId, resetCount: 2 }
      assert.deepEqual(told.at(-1)!.data, payload)
    })

  test('where nothing is bound nothing changes, and nothing is spent', async ({ assert }) => {
    const { ask, license, merchant } = await createOwner({ policy: { maxHwidResets: 0 } })
    await openSession(license.id, 'running')
    const before = (await outgoingEvents(merchant)).length
    const { status, body } = await ask('POST', '/reset-hwid', {})
    assert.deepEqual([status, body.data.changed], [200, false])
    assert.deepEqual([await selfResets(license.id), (await heldBy(license.id)).sessions], [0, ['running']])
    assert.lengthOf(await outgoingEvents(merchant), before)
  })

  test('{what}: {message}')
    .with([
      { what: 'for life', policy: { maxHwidResets: 2 }, message: '2 of 2 used' },
      {
        what: 'within a window',
        policy: { maxHwidResets: 2, hwidResetWindowDays: 30 },
        message: '2 of 2 used; the next one is free on ',
      },
      { what: 'none at all', policy: { maxHwidResets: 0 }, message: '2 of 0 used' },
    ])
    .run(async ({ assert }, { policy, message }) => {
      const { ask, license } = await createOwner({ policy })
      await bind(license.id, 'HWID', ['one'])
      const first = Date.now() - 10 * DAY
      await pastResets(license.id, 'HWID', [first, first + DAY])
      const { status, body } = await ask('POST', '/reset-hwid', {})
      assert.deepEqual([status, body.error.code], [403, 'LIMIT_REACHED'])
      const free = message.endsWith('on ') ? new Date(first + 30 * DAY).toISOString().slice(0, 10) : ''
      assert.deepEqual(body.error.details, [{ field: 'resets', message: message + free }])
      assert.deepEqual([await selfResets(license.id), (await heldBy(license.id)).bindings], [2, ['one']])
    })

  test('a reset that has left the window counts no more', async ({ assert }) => {
    const { ask, license } = await createOwner({ policy: { maxIpResets: 1, ipResetWindowDays: 7 } })
    await pastResets(license.id, 'IP', [Date.now() - 7 * DAY - 1000])
    await bind(license.id, 'IP', ['203.0.113.7'])
    const { body } = await ask('POST', '/reset-ip', {})
    assert.deepEqual([body.data.changed, body.data.license.resets.ip.remaining], [true, 0])
    assert.notInclude(body.data.license.actions, 'reset_ip')
    await bind(license.id, 'IP', ['203.0.113.8'])
    const refused = (await ask('POST', '/reset-ip', {})).body.error
    assert.deepEqual([refused.code, refused.message], ['LIMIT_REACHED', 'No IP resets are left'])
    assert.include(body.data.license.actions, 'reset_hwid')
  })

  test("the merchant's resets neither use the budget nor restore it", async ({ assert }) => {
    const { ask, license, merchant } = await createOwner({ policy: { maxHwidResets: 1 } })
    const merchants = () => new ResetBindings().execute(merchant.scope, license.id, 'HWID')
    await merchants()
    await bind(license.id, 'HWID', ['one'])
    assert.isTrue((await ask('POST', '/reset-hwid', {})).body.data.changed)
    await merchants()
    await bind(license.id, 'HWID', ['two'])
    assert.equal((await ask('POST', '/reset-hwid', {})).body.error.code, 'LIMIT_REACHED')
    const { hwidResetCount } = (await new ResetBindings().execute(merchant.scope, license.id, 'HWID')) as {
      hwidResetCount: number
    }
    assert.equal(hwidResetCount, 4)
  })

  test('the allowance of the license goes before override and product', async ({ assert }) => {
    const policy = { maxHwidResets: 9 }
    const state = { policyOverride: { maxHwidResets: 8 }, maxHwidResets: 5 }
    const { ask, merchant, license } = await createOwner({ policy, state })
    const limit = async () => (await ask('GET')).body.data.license.resets.hwid.limit
    assert.equal(await limit(), 5)
    await rows(db.connection(), 'update licenses set max_hwid_resets = null where org_id = ? and id = ?', [
      merchant.orgId,
      license.id,
    ])
    assert.equal(await limit(), 8)
  })

  test('a license that is {what} refuses: {code}')
    .with([
      { what: 'REVOKED', state: { status: 'REVOKED' as const }, code: 'LICENSE_INACTIVE' },
      { what: 'EXPIRED', state: { status: 'EXPIRED' as const }, code: 'LICENSE_INACTIVE' },
      { what: 'PENDING', state: { status: 'PENDING' as const }, code: 'LICENSE_INACTIVE' },
      {
        what: 'SUSPENDED',
        state: { status: 'SUSPENDED' as const, suspendedAt: 1, pausedSince: 1 },
        code: 'LICENSE_INACTIVE',
      },
      {
        what: 'past its limit',
        state: { expirationMode: 'fixed' as const, expiresAt: Date.now() - 1000 },
        code: 'LICENSE_INACTIVE',
      },
      { what: 'frozen', state: { frozenAt: 1, pausedSince: 1 }, code: undefined },
    ])
    .run(async ({ assert }, { state, code }) => {
      const { ask, license } = await createOwner({ state })
      await bind(license.id, 'HWID', ['one'])
      const { id } = (await ask('GET', '/devices')).body.data.devices[0]
      for (const [method, path, body] of [
        ['DELETE', '/sessions/x', undefined],
        ['POST', '/reset-hwid', {}],
        ['POST', '/reset-ip', {}],
        ['DELETE', `/devices/${id}`, undefined],
      ] as const) {
        const answer = await ask(method, path, body)
        if (code) assert.equal(answer.body.error.code, code, path)
        else assert.notEqual(answer.status, 403, path)
      }
    })

  test('a refused call marks a license that has expired', async ({ assert }) => {
    const state = { expirationMode: 'fixed' as const, expiresAt: Date.now() - 1000 }
    const { ask } = await createOwner({ state })
    await ask('POST', '/reset-hwid', {})
    assert.equal((await ask('GET')).body.data.license.status, 'EXPIRED')
  })

  test('a field that the route does not know is refused', async ({ assert }) => {
    const { ask } = await createOwner()
    assert.equal((await ask('POST', '/reset-ip', { force: true })).body.error.code, 'VALIDATION_ERROR')
  })
})

test.group('the budget as the database counts it', () => {
  test('is that of the rule', async ({ assert }) => {
    const merchant = await createMerchant()
    const now = Date.UTC(2027, 0, 31)
    const moments = fc.array(fc.integer({ min: now - 40 * DAY, max: now }), { maxLength: 6 })
    const allowance = fc.record({
      limit: fc.integer({ min: 0, max: 4 }),
      windowDays: fc.option(fc.integer({ min: 1, max: 40 })),
    })
    await fc.assert(
      fc.asyncProperty(moments, moments, allowance, async (hwid, ip, allowed) => {
        const [{ id }] = await seedLicenses(merchant, 1)
        await pastResets(id, 'HWID', hwid)
        await pastResets(id, 'IP', ip)
        const asked = (['HWID', 'IP'] as const).map((kind) => ({ licenseId: id, kind, allowance: allowed }))
        const counted = await usageOf(db.connection(), asked, now)
        const expected = [hwid, ip].map((one) => budgetOf(allowed, usageAmong(one, allowed, now)))
        assert.deepEqual(
          counted.map((usage) => budgetOf(allowed, usage)),
          expected
        )
      }),
      { numRuns: 60 }
    )
  })
})
