import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { LatchkeyDashboard } from '#sdk/api/dashboard'
import { failureOf } from '#tests/testkit/client'
import { BASE } from '#tests/testkit/http'
import { mailedToken } from '#tests/testkit/mails'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'
import { dashboardSdk } from '#tests/testkit/sdk'

test.group('SDK for a team', () => {
  test('invites somebody, who joins, gets another role and leaves', async ({ assert }) => {
    const [owner, guest] = [await createMerchant(), await createMerchant()]
    const { members, invites } = dashboardSdk(owner).org(owner.orgId)
    const invite = await invites.create({ email: guest.email, role: 'VIEWER' })
    assert.deepEqual((await invites.list().first()).items, [invite])
    assert.equal((await failureOf(invites.create({ email: guest.email, role: 'VIEWER' })))?.code, 'CONFLICT')
    const api = dashboardSdk(guest)
    const joined = await api.acceptInvite(await mailedToken(guest.email, 'invites you'))
    assert.deepInclude(joined, { userId: guest.userId, role: 'VIEWER' })
    assert.equal((await members.setRole(guest.userId, 'MEMBER')).role, 'MEMBER')
    const found = []
    for await (const { userId, role } of members.list({ limit: 1 })) found.push([userId, role])
    assert.deepEqual(found, [
      [owner.userId, 'OWNER'],
      [guest.userId, 'MEMBER'],
    ])
    assert.equal((await failureOf(members.setRole(owner.userId, 'VIEWER')))?.code, 'CONFLICT')
    const left = await api.org(owner.orgId).members.remove(guest.userId)
    assert.equal(left, guest.userId)
    const withdrawn = await invites.create({ email: `${newId()}@example.com`, role: 'ADMIN' })
    assert.equal(await invites.withdraw(withdrawn.id), withdrawn.id)
    assert.deepEqual(
      (await invites.list().first()).items.map((one) => one.id),
      [invite.id]
    )
  })

  test('reads the audit log, by action and as a file', async ({ assert }) => {
    const owner = await createMerchant()
    const { auditLog, products } = dashboardSdk(owner).org(owner.orgId)
    const { id } = await products.create({ name: 'Player' })
    const since = new Date(Date.now() - 60_000)
    const seen = []
    for await (const { action, subjectId } of auditLog.list({ action: 'product', from: since, limit: 1 }))
      seen.push([action, subjectId])
    assert.deepEqual(seen, [
      ['product.created', id],
      ['product.created', owner.productId],
    ])
    const file = await auditLog.download({ actor: owner.userId, action: 'product.created', from: since })
    assert.match(file.headers.get('content-type')!, /^text\/csv/)
    const [header, ...lines] = (await file.text()).trim().split('\n')
    assert.include(header, 'action')
    assert.lengthOf(lines, 1)
    assert.include(lines[0], id)
  })

  test('keeps preferences of the user, and reads the plan of the org', async ({ assert }) => {
    const merchant = await createMerchant()
    const api = dashboardSdk(merchant)
    assert.deepEqual(await api.preferences.get(), {})
    assert.deepEqual(await api.preferences.replace({ theme: 'dark' }), { theme: 'dark' })
    assert.deepEqual(await api.preferences.get(), { theme: 'dark' })
    const { plan, usage } = await api.org(merchant.orgId).plan()
    assert.equal(plan, 'free')
    assert.equal(usage.licenses, 0)
  })

  test('ends one sign-in of the user, then all', async ({ assert }) => {
    const { email } = await createMerchant()
    const signIn = () => LatchkeyDashboard.signIn({ baseUrl: BASE, email, password: PASSWORD })
    const [api] = [await signIn(), await signIn(), await signIn()]
    const sessions = []
    for await (const session of api.sessions.list({ limit: 2 })) sessions.push(session)
    assert.lengthOf(sessions, 3)
    assert.lengthOf(
      sessions.filter(({ current }) => current),
      1
    )
    assert.equal(await api.sessions.end(sessions[0].id), sessions[0].id)
    assert.equal((await failureOf(api.sessions.end(newId())))?.code, 'NOT_FOUND')
    assert.equal(await api.sessions.endAll(), 2)
    assert.lengthOf((await api.sessions.list().first()).items, 0)
  })
})
