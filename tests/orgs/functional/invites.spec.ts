import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { mailDelivery } from '#config/mail'
import { quotas } from '#config/quotas'
import type { Role } from '#orgs/rules/roles'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { lowered } from '#tests/testkit/limits'
import { mailedToken, mailsTo } from '#tests/testkit/mails'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { anybody, createMember, invite } from '#tests/testkit/team'

const accept = ({ token }: Merchant, invited: string) =>
  call('POST', '/v1/dashboard/invites/accept', { token, body: { token: invited } })
const member = ({ orgId }: Merchant, { userId }: Merchant) => `/v1/dashboard/orgs/${orgId}/members/${userId}`
const remove = (by: Merchant, org: Merchant, who: Merchant) =>
  call('DELETE', member(org, who), { token: by.token })
const setRole = (by: Merchant, org: Merchant, who: Merchant, role: Role) =>
  call('PATCH', member(org, who), { token: by.token, body: { role } })

/** The roles of the open invites of an org. */
const openRoles = async ({ orgId, token }: Merchant) => {
  const { body } = await call('GET', `/v1/dashboard/orgs/${orgId}/invites`, { token })
  return (body.data.invites as { role: Role }[]).map(({ role }) => role).sort()
}

async function inviteToken(by: Merchant, org: Merchant, guest: Merchant, role: Role) {
  const { status } = await invite(by, org, guest.email, role)
  if (status !== 201) throw new Error(`The invite answered ${status}`)
  return mailedToken(guest.email, 'invites you')
}

test.group('an invite is worth what its sender may do', () => {
  test('a removed OWNER does not come back by an invite of his own', async ({ assert }) => {
    const [founder, alt] = [await createMerchant(), await createMerchant()]
    const other = await createMember(founder, 'OWNER')
    const token = await inviteToken(other, founder, alt, 'OWNER')
    assert.equal((await remove(founder, founder, other)).status, 200)
    assert.deepEqual(await openRoles(founder), [])
    assert.equal((await accept(alt, token)).body.error.code, 'NOT_FOUND')
  })

  test('of a member who is demoted to {0}, {1} stay')
    .with([
      ['ADMIN', ['ADMIN', 'MEMBER', 'VIEWER']],
      ['MEMBER', []],
      ['VIEWER', []],
    ] as [Role, Role[]][])
    .run(async ({ assert }, [role, kept]) => {
      const founder = await createMerchant()
      const other = await createMember(founder, 'OWNER')
      for (const invited of ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'] as const) {
        await invite(other, founder, anybody(), invited)
      }
      await invite(founder, founder, anybody(), 'OWNER')
      assert.equal((await setRole(founder, founder, other, role)).status, 200)
      assert.deepEqual(await openRoles(founder), [...kept, 'OWNER'].sort())
      const log = await call('GET', `/v1/dashboard/orgs/${founder.orgId}/audit-log`, { token: founder.token })
      assert.equal(log.body.data.entries[0].data.invitesWithdrawn, 4 - kept.length)
    })

  test('to be OWNER is withdrawn by an OWNER only, as it is sent', async ({ assert }) => {
    const founder = await createMerchant()
    const admin = await createMember(founder, 'ADMIN')
    const path = async (role: Role) => {
      const { body } = await invite(founder, founder, anybody(), role)
      return `/v1/dashboard/orgs/${founder.orgId}/invites/${body.data.invite.id}`
    }
    const [ofOwner, ofMember] = [await path('OWNER'), await path('MEMBER')]
    const withdraw = async ({ token }: Merchant, one: string) => {
      const { status, body } = await call('DELETE', one, { token })
      return body.error?.code ?? status
    }
    assert.equal(await withdraw(admin, ofOwner), 'INSUFFICIENT_SCOPE')
    assert.equal(await withdraw(admin, ofMember), 200)
    assert.deepEqual(await openRoles(founder), ['OWNER'])
    assert.equal(await withdraw(founder, ofOwner), 200)
  })

  test('who leaves by himself takes his invites with him', async ({ assert }) => {
    const founder = await createMerchant()
    const admin = await createMember(founder, 'ADMIN')
    await invite(admin, founder, anybody())
    await remove(admin, founder, admin)
    assert.deepEqual(await openRoles(founder), [])
  })

  test('the role of the sender counts when it is accepted: {$self}')
    .with(['demoted', 'gone from the org', 'deleted', 'disabled'] as const)
    .run(async ({ assert }, what) => {
      const [founder, alt] = [await createMerchant(), await createMerchant()]
      const other = await createMember(founder, 'OWNER')
      const token = await inviteToken(other, founder, alt, 'OWNER')
      // The invite itself is untouched: a platform admin disables the sender, or an older release left it so.
      const of = [founder.orgId, other.userId]
      const change = {
        demoted: `update org_members set role = 'ADMIN' where org_id = ? and user_id = ?`,
        'gone from the org': 'delete from org_members where org_id = ? and user_id = ?',
        deleted: 'update invites set invited_by = null where org_id = ? and invited_by = ?',
        disabled: 'update users set disabled_at = now() where ?::uuid is not null and id = ?',
      }[what]
      await rows(db.connection(), change, of)
      const refused = await accept(alt, token)
      assert.equal(refused.status, 403)
      assert.equal(refused.body.error.code, 'FORBIDDEN')
    })

  test('8 times: an acceptance and the removal of its sender wait for each other', async ({ assert }) => {
    using _ = lowered({ invitesPerHour: -1, invitesPerAddressAndDay: -1 })
    const [founder, alt] = [await createMerchant(), await createMerchant()]
    for (let round = 0; round < 8; round++) {
      const other = await createMember(founder, 'OWNER')
      const token = await inviteToken(other, founder, alt, 'OWNER')
      const [accepted, removed] = await Promise.all([accept(alt, token), remove(founder, founder, other)])
      assert.equal(removed.status, 200)
      // Before the removal the member may bring in an OWNER; afterwards the invite is gone.
      assert.oneOf(accepted.status, [200, 404])
      if (accepted.status === 200) await remove(founder, founder, alt)
    }
  })
    .timeout(60_000)
    .tags(['@once'])
})

test.group('mails to strangers', () => {
  test('one a day to an address, over all orgs and after a withdrawal', async ({ assert }) => {
    const [first, second] = [await createMerchant(), await createMerchant()]
    const email = anybody()
    const sent = await invite(first, first, email)
    const path = `/v1/dashboard/orgs/${first.orgId}/invites/${sent.body.data.invite.id}`
    await call('DELETE', path, { token: first.token })
    for (const org of [first, second]) {
      const again = await invite(org, org, email.toUpperCase())
      assert.equal(again.status, 429)
      assert.equal(again.body.error.code, 'RATE_LIMITED')
      assert.equal(again.headers.get('retry-after'), '86400')
    }
    assert.lengthOf(await mailsTo(email), 1)
  })

  test('so many an hour of one org; what is refused is not counted', async ({ assert }) => {
    using _ = lowered({ invitesPerHour: 2 })
    const owner = await createMerchant()
    const taken = anybody()
    assert.equal((await invite(owner, owner, taken)).status, 201)
    assert.equal((await invite(owner, owner, taken)).status, 409)
    assert.equal((await invite(owner, owner, owner.email)).status, 409)
    assert.equal((await invite(owner, owner, anybody())).status, 201)
    const limited = await invite(owner, owner, anybody())
    assert.equal(limited.status, 429)
    assert.equal(limited.headers.get('retry-after'), '3600')
  })

  test('an address that the org limit refused can still be invited by another', async ({ assert }) => {
    using _ = lowered({ invitesPerHour: 1 })
    const [owner, other] = [await createMerchant(), await createMerchant()]
    await invite(owner, owner, anybody())
    const email = anybody()
    assert.equal((await invite(owner, owner, email)).status, 429)
    assert.equal((await invite(other, other, email)).status, 201)
  })

  test('none for whoever has not confirmed his own address, where mail is configured', async ({ assert }) => {
    mailDelivery.way = 'smtp'
    try {
      const owner = await createMerchant()
      const refused = await invite(owner, owner, anybody())
      assert.equal(refused.status, 403)
      assert.equal(refused.body.error.code, 'FORBIDDEN')
      assert.include(refused.body.error.message, 'Confirm your email address')
      await rows(db.connection(), 'update users set email_verified_at = now() where id = ?', [owner.userId])
      assert.equal((await invite(owner, owner, anybody())).status, 201)
    } finally {
      mailDelivery.way = 'log'
    }
  })

  test('bring no line and no link of an org, whatever it was named by an older release', async ({
    assert,
  }) => {
    const owner = await createMerchant()
    const hostile = 'Your account is locked\r\nBcc: x@evil.example "https://evil.example/login'
    await rows(db.connection(), 'update orgs set name = ? where id = ?', [hostile, owner.orgId])
    const email = anybody()
    await invite(owner, owner, email)
    const [{ subject, text }] = await mailsTo(email)
    const quoted = `"Your account is locked Bcc: x@evil.example 'https evil.example/login"`
    assert.equal(subject, `A colleague invites you to ${quoted} on Latchkey`)
    assert.include(text, `invites you to join the org ${quoted} as MEMBER.\n`)
    assert.notMatch(text, /^Bcc/m)
    assert.notInclude(text, 'https://evil')
    const renamed = await call('PATCH', `/v1/dashboard/orgs/${owner.orgId}`, {
      token: owner.token,
      body: { name: hostile },
    })
    assert.equal(renamed.body.error.details![0].field, 'name')
  })
})

/** Lowers the quotas until the end of a test. */
function quota(changes: Partial<typeof quotas>): Disposable {
  const before = { ...quotas }
  Object.assign(quotas, changes)
  return { [Symbol.dispose]: () => void Object.assign(quotas, before) }
}

test.group('how many', () => {
  test('members an org has: a full org invites nobody and takes nobody', async ({ assert }) => {
    using _ = quota({ membersPerOrg: 2 })
    const [owner, guest] = [await createMerchant(), await createMerchant()]
    const token = await inviteToken(owner, owner, guest, 'MEMBER')
    const viewer = await createMember(owner, 'VIEWER')
    const full = await invite(owner, owner, anybody())
    assert.equal(full.status, 403)
    assert.equal(full.body.error.code, 'LIMIT_REACHED')
    assert.equal((await accept(guest, token)).body.error.code, 'LIMIT_REACHED')
    await remove(owner, owner, viewer)
    assert.equal((await accept(guest, token)).status, 200)
  })

  test('members join at once: not one too many', async ({ assert }) => {
    using _ = quota({ membersPerOrg: 3 })
    const owner = await createMerchant()
    const guests = await Promise.all(Array.from({ length: 4 }, createMerchant))
    const tokens: string[] = []
    for (const guest of guests) tokens.push(await inviteToken(owner, owner, guest, 'MEMBER'))
    const answers = await Promise.all(guests.map((guest, at) => accept(guest, tokens[at])))
    assert.sameMembers(
      answers.map(({ status }) => status),
      [200, 200, 403, 403]
    )
  })

  test('orgs a user owns, also when he makes several at once', async ({ assert }) => {
    using _ = quota({ orgsPerUser: 3 })
    const { token } = await createMerchant()
    const create = () => call('POST', '/v1/dashboard/orgs', { token, body: { name: 'Another' } })
    const answers = await Promise.all(Array.from({ length: 6 }, create))
    assert.lengthOf(
      answers.filter(({ status }) => status === 201),
      2
    )
    const refused = answers.filter(({ status }) => status !== 201)
    assert.isTrue(refused.every(({ status, body }) => status === 403 && body.error.code === 'LIMIT_REACHED'))
  })
})
