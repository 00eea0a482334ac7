import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import AdministerUser from '#accounts/actions/administer_user'
import { dns } from '#config/dns'
import { limits } from '#config/limits'
import { storefront } from '#config/storefront'
import { SYSTEM } from '#kernel/audit/audit'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import CheckDomains from '#orgs/actions/check_domains'
import FindVerifiedDomain from '#orgs/queries/find_verified_domain'
import DomainsCheckJob from '#orgs/jobs/domains_check_job'
import { call } from '#tests/testkit/api'
import { auditTrail } from '#tests/testkit/audit'
import { startDnsServer } from '#tests/testkit/dns_server'
import { mailsTo } from '#tests/testkit/mails'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'

const DAY = 24 * 3600 * 1000
const pathOf = ({ orgId }: Merchant) => `/v1/dashboard/orgs/${orgId}/domains`
const newName = () => `d${newId().replaceAll('-', '')}.example.com`

let server: Awaited<ReturnType<typeof startDnsServer>>

async function claim(merchant: Merchant, hostname = newName(), purpose = 'email') {
  const { token } = merchant
  const { body } = await call('POST', pathOf(merchant), { token, body: { hostname, purpose } })
  const { domain } = body.data
  const [{ name, value }] = domain.records
  const path = `${pathOf(merchant)}/${domain.id}`
  return { path, domain, name, value, hostname, verify: () => call('POST', `${path}/verify`, { token }) }
}

async function verified(hostname?: string) {
  const merchant = await createMerchant()
  const one = await claim(merchant, hostname)
  server.records.set(one.name, [one.value])
  await one.verify()
  return { merchant, ...one }
}

async function eventsOf(orgId: string) {
  const sql = `select name, data from outbox_events where org_id = ? and name like 'domain.%' order by id`
  return rows<{ name: string; data: object }>(db.connection(), sql, [orgId])
}

/** contract/10-storefront#101-domains */
test.group('domains', (group) => {
  group.setup(async () => {
    server = await startDnsServer()
    dns.servers = [server.server]
    storefront.cnameTarget = 'shops.example.com'
    return () => {
      server.close()
      dns.servers = undefined
      storefront.cnameTarget = undefined
    }
  })

  test('are claimed, proved by a TXT record, read and deleted', async ({ assert }) => {
    const merchant = await createMerchant()
    const { token, orgId } = merchant
    const { domain, path, name, value, hostname, verify } = await claim(merchant, `X${newName()}.`, 'hosting')
    assert.containSubset(domain, { status: 'pending', purpose: 'hosting', verifiedAt: null, checkedAt: null })
    assert.equal(domain.hostname, hostname.toLowerCase().slice(0, -1))
    assert.equal(name, `_latchkey.${domain.hostname}`)
    assert.match(value, /^latchkey-verify=[\w-]{43}$/)
    assert.deepEqual(domain.records[1], {
      ...{ type: 'CNAME', name: domain.hostname, value: 'shops.example.com' },
    })
    assert.equal((await verify()).body.error.code, 'DNS_NOT_FOUND')
    assert.isString((await call('GET', path, { token })).body.data.domain.checkedAt)
    server.records.set(name, ['v=spf1 -all', 'latchkey-verify=another'])
    assert.equal((await verify()).body.error.code, 'TOKEN_MISMATCH')
    server.records.set(name, ['v=spf1 -all', [value.slice(0, 20), value.slice(20)]])
    assert.equal((await verify()).body.data.domain.status, 'verified')
    server.records.delete(name)
    assert.equal((await verify()).status, 200)
    const find = new FindVerifiedDomain()
    assert.equal(await find.orgOf(domain.hostname, 'hosting'), orgId)
    assert.isNull(await find.orgOf(domain.hostname, 'email'))
    assert.deepEqual(await find.namesOf(orgId, 'hosting'), [domain.hostname])
    assert.deepEqual(await eventsOf(orgId), [{ name: 'domain.verified', data: { domainId: domain.id } }])
    assert.lengthOf((await call('GET', `${pathOf(merchant)}?limit=1`, { token })).body.data.domains, 1)
    assert.equal((await call('DELETE', path, { token })).body.data.id, domain.id)
    for (const [method, at] of [
      ['GET', path],
      ['DELETE', path],
      ['POST', `${path}/verify`],
    ]) {
      assert.equal((await call(method, at, { token })).body.error.code, 'NOT_FOUND')
    }
    assert.deepEqual(
      (await auditTrail(merchant)).slice(0, 3).map(({ action }) => action),
      ['domain.deleted', 'domain.verified', 'domain.claimed']
    )
  })

  test('are not proved by the record of another org', async ({ assert }) => {
    const [mine, theirs] = [await claim(await createMerchant()), await createMerchant()]
    const other = await claim(theirs, mine.hostname)
    assert.equal(other.name, mine.name)
    server.records.set(mine.name, [mine.value])
    assert.equal((await other.verify()).body.error.code, 'TOKEN_MISMATCH')
    assert.equal((await mine.verify()).body.data.domain.status, 'verified')
    server.records.set(mine.name, [mine.value, other.value])
    assert.equal(
      (await other.verify()).body.error.code,
      'CONFLICT',
      'the first org still has its record there'
    )
  })

  test('a domain of another org is not found', async ({ assert }) => {
    const { path } = await claim(await createMerchant())
    const stranger = await createMerchant()
    const theirs = path.replace(/orgs\/[\w-]+/, `orgs/${stranger.orgId}`)
    for (const [method, at] of [
      ['GET', theirs],
      ['DELETE', theirs],
      ['POST', `${theirs}/verify`],
    ]) {
      assert.equal((await call(method, at, { token: stranger.token })).body.error.code, 'NOT_FOUND')
    }
  })

  test('names are refused that are nobody’s or everybody’s, twice, or past twenty', async ({ assert }) => {
    const merchant = await createMerchant()
    const { token } = merchant
    const post = async (hostname: string) =>
      (await call('POST', pathOf(merchant), { token, body: { hostname, purpose: 'email' } })).body.error?.code
    for (const bad of ['example', 'co.uk', '192.0.2.1', 'x.local', 'example.com:80', 'a'.repeat(301)]) {
      assert.equal(await post(bad), 'VALIDATION_ERROR', bad)
    }
    const { hostname } = await claim(merchant)
    assert.equal(await post(hostname), 'CONFLICT')
    const rest = Array.from({ length: 19 }, () => newName())
    for (const name of rest) assert.isUndefined(await post(name))
    assert.equal(await post(newName()), 'LIMIT_REACHED')
    await rows(
      db.connection(),
      `update org_domains set created_at = created_at - interval '30 days' where hostname = ?`,
      [rest[0]]
    )
    assert.isUndefined(await post(newName()))
  })

  test('nobody answers, and attempts have a limit', async ({ assert }) => {
    const { name, verify } = await claim(await createMerchant())
    const before = limits.domainChecksPerHour
    limits.domainChecksPerHour = 1
    server.records.set(name, [])
    assert.equal((await verify()).body.error.code, 'DNS_NOT_FOUND')
    const limited = await verify()
    limits.domainChecksPerHour = before
    assert.equal(limited.body.error.code, 'RATE_LIMITED')
    assert.equal(limited.headers.get('retry-after'), '3600')
  })

  test('whoever proves a name now has it, once the record of the other org is gone', async ({ assert }) => {
    const first = await verified()
    const disabled = await createMember(first.merchant, 'OWNER')
    await new AdministerUser().execute(disabled.userId, true, SYSTEM)
    const second = await createMerchant()
    const theirs = await claim(second, first.hostname)
    assert.notEqual(theirs.value, first.value)
    server.records.set(first.name, [first.value, theirs.value])
    assert.equal((await theirs.verify()).body.error.code, 'CONFLICT')
    assert.isString((await call('GET', theirs.path, { token: second.token })).body.data.domain.checkedAt)
    server.records.set(first.name, [theirs.value])
    assert.equal((await theirs.verify()).body.data.domain.status, 'verified')
    const { token, orgId, email } = first.merchant
    assert.equal((await call('GET', first.path, { token })).body.data.domain.status, 'lost')
    assert.deepEqual(
      (await eventsOf(orgId)).map(({ name }) => name),
      ['domain.verified', 'domain.lost']
    )
    assert.include((await mailsTo(email)).at(-1)!.subject, first.hostname)
    assert.isEmpty(await mailsTo(disabled.email))
    assert.equal((await first.verify()).body.error.code, 'CONFLICT')
    const again = await claim(first.merchant, first.hostname)
    assert.notEqual(again.value, first.value)
  })

  test('of racing orgs one verifies', async ({ assert }) => {
    const hostname = newName()
    const claims = []
    for (let at = 0; at < 4; at++) claims.push(await claim(await createMerchant(), hostname))
    server.records.set(
      claims[0].name,
      claims.map(({ value }) => value)
    )
    const statuses = (await Promise.all(claims.map(({ verify }) => verify()))).map(({ status }) => status)
    assert.deepEqual(statuses.sort(), [200, 409, 409, 409])
  })

  test('the job asks once a day and takes away what was missing for a week', async ({ assert }) => {
    const gone = await verified()
    const kept = await verified()
    const statusOf = async (id: string) =>
      (
        await rows<{ status: string; missing: boolean }>(
          db.connection(),
          `select status, missing_since is not null as missing from org_domains where id = ?`,
          [id]
        )
      )[0]
    const asked = () => server.asked.filter((name) => name === gone.name).length
    const check = new CheckDomains()
    const start = Date.now()
    const before = asked()
    await check.execute(undefined, start)
    assert.equal(asked(), before)
    server.records.delete(gone.name)
    await check.execute(undefined, start + DAY + 5000)
    await check.execute(undefined, start + DAY + 5000)
    assert.equal(asked(), before + 1)
    assert.deepEqual(await statusOf(gone.domain.id), { status: 'verified', missing: true })
    server.records.set(gone.name, [gone.value])
    await check.execute(undefined, start + 3 * DAY)
    assert.deepEqual(await statusOf(gone.domain.id), { status: 'verified', missing: false })
    server.records.delete(gone.name)
    await check.execute(undefined, start + 5 * DAY)
    await check.execute(undefined, start + 12 * DAY + 1)
    assert.deepEqual(await statusOf(gone.domain.id), { status: 'lost', missing: true })
    assert.deepEqual(await statusOf(kept.domain.id), { status: 'verified', missing: false })
    await check.execute(undefined, start + 20 * DAY)
    const events = await eventsOf(gone.merchant.orgId)
    assert.deepEqual(
      events.map(({ name }) => name),
      ['domain.verified', 'domain.lost']
    )
  })

  test('the job drops claims that nobody proved, and ends when told', async ({ assert }) => {
    const merchant = await createMerchant()
    const { path } = await claim(merchant)
    const ended = new AbortController()
    ended.abort()
    assert.isUndefined(await new DomainsCheckJob(new CheckDomains()).handle({}, { signal: ended.signal }))
    assert.equal((await call('GET', path, { token: merchant.token })).status, 200)
    await new CheckDomains().execute(undefined, Date.now() + 30 * DAY + 1000)
    assert.equal((await call('GET', path, { token: merchant.token })).status, 404)
  })
})
