import app from '@adonisjs/core/services/app'
import drive from '@adonisjs/drive/services/main'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import RevokeApiKey from '#catalog/actions/revoke_api_key'
import type { Permission } from '#catalog/rules/permissions'
import BanEndUser from '#end_users/actions/ban_end_user'
import { SYSTEM } from '#kernel/audit/audit'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { ACCESS_TTL, signAccessToken } from '#kernel/secrets/tokens'
import AdministerOrg from '#orgs/actions/administer_org'
import { call, type Answer } from '#tests/testkit/api'
import { createCustomer, openPortal, signIn } from '#tests/testkit/end_users'
import { BASE } from '#tests/testkit/http'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'
import { createTicket } from '#tests/testkit/tickets'
import { until } from '#tests/testkit/wait'

/** An upload in two pieces. */
type Upload = {
  method: string
  path: string
  type: string
  pieces: [string, string]
  /** The first piece has arrived. */
  begun: () => Promise<boolean>
  /** The number of rows and files that the upload has left. */
  left: () => Promise<number>
}

type Credential = { headers: Record<string, string>; lose: () => Promise<unknown> }
type Family = 'dashboard' | 'keyed' | 'endUser'

async function filesIn(folder: string): Promise<string[]> {
  const { objects } = await drive
    .use()
    .listAll(folder, { recursive: true })
    .catch(() => ({ objects: [] }))
  return [...objects].flatMap((file) => ('key' in file ? [file.key] : []))
}

/** Counts the rows of an org in a table, and the files in a folder of the drive that were not there before. */
async function leftIn(table: string, folder: string, { orgId }: Merchant) {
  const before = await filesIn(folder)
  const count = async () =>
    (await rows(db.connection(), `select from ${table} where org_id = ?`, [orgId])).length
  const fresh = async () => (await filesIn(folder)).filter((file) => !before.includes(file)).length
  return { count, fresh, left: async () => (await count()) + (await fresh()) }
}

const baseOf = (family: Family, { orgId, productId }: Merchant) =>
  family === 'keyed' ? `/v1/products/${productId}` : `/v1/dashboard/orgs/${orgId}`

/** The first piece has more records than fit in one part. */
async function anImport(merchant: Merchant, family: Family): Promise<Upload> {
  const keys = Array.from({ length: 1500 }, (_, at) => `UPLOAD-${at}`)
  const { fresh, left } = await leftIn('operations', 'imports', merchant)
  return {
    ...{ method: 'POST', type: 'text/csv', left },
    path: `${baseOf(family, merchant)}/licenses/import?productId=${merchant.productId}`,
    pieces: [`key\n${keys.join('\n')}\n`, 'UPLOAD-LAST\n'],
    begun: async () => (await fresh()) > 0,
  }
}

async function anArtifact(merchant: Merchant, family: Family): Promise<Upload> {
  const { productId } = merchant
  const path = `/v1/${family === 'keyed' ? '' : 'dashboard/'}products/${productId}/releases`
  const draft = await call('POST', `/v1/dashboard/products/${productId}/releases`, {
    token: merchant.token,
    body: { version: '1.0.0' },
  })
  const { count, left } = await leftIn('artifacts', 'artifacts', merchant)
  return {
    ...{ method: 'PUT', type: 'application/zip', left },
    path: `${path}/${draft.body.data.release.id}/artifacts/app.zip`,
    pieces: ['PK\x03\x04', 'the end'],
    begun: async () => (await count()) > 0,
  }
}

async function anAttachment(merchant: Merchant, family: Family, endUserId: string): Promise<Upload> {
  const id = await createTicket({ orgId: merchant.orgId, endUserId })
  const { count, left } = await leftIn('ticket_attachments', 'attachments', merchant)
  const head = '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
  return {
    ...{ method: 'POST', type: 'multipart/form-data; boundary=cut', left },
    path: `/v1/${family === 'endUser' ? 'enduser' : 'dashboard'}/tickets/${id}/attachments`,
    pieces: [`${head}first`, ' second\r\n--cut--\r\n'],
    begun: async () => (await count()) > 0,
  }
}

const UPLOADS = { anImport, anArtifact, anAttachment }

/** Sends an upload, and does `meanwhile` between its two pieces. */
async function send({ method, path, type, pieces, begun }: Upload, { headers, lose }: Credential) {
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(Buffer.from(pieces[0])),
    async pull(stream) {
      await until('the first piece', begun)
      await lose()
      stream.enqueue(Buffer.from(pieces[1]))
      stream.close()
    },
  })
  const init = { method, headers: { ...headers, 'content-type': type }, body, duplex: 'half' }
  const response = await fetch(BASE + path, init)
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

async function asMember(merchant: Merchant, sql: string): Promise<Credential> {
  const { userId, token } = await createMember(merchant, 'ADMIN')
  const lose = () => rows(db.connection(), sql, [userId])
  return { headers: { authorization: `Bearer ${token}` }, lose }
}

async function asKey(merchant: Merchant, lose: (keyId: string) => Promise<unknown>): Promise<Credential> {
  const permissions: Permission[] = ['license:create', 'release:write']
  const { id, key } = await createApiKey(merchant, permissions)
  return { headers: { 'x-api-key': key }, lose: () => lose(id) }
}

/** Every way to lose the right to an upload. */
const WAYS = {
  'a member is removed': (merchant: Merchant) =>
    asMember(merchant, 'delete from org_members where user_id = ?'),
  'a member is demoted': (merchant: Merchant) =>
    asMember(merchant, `update org_members set role = 'VIEWER' where user_id = ?`),
  'a password is changed': (merchant: Merchant) =>
    asMember(merchant, 'update users set token_generation = token_generation + 1 where id = ?'),
  'a key is revoked': async (merchant: Merchant) => {
    const revoke = await app.container.make(RevokeApiKey)
    const { scope, productId } = merchant
    return asKey(merchant, (id) => revoke.execute({ ...scope, productId }, id, SYSTEM))
  },
  'the org of a key is suspended': async (merchant: Merchant) => {
    const administer = await app.container.make(AdministerOrg)
    return asKey(merchant, () => administer.execute(merchant.orgId, { suspended: true }, SYSTEM))
  },
}

test.group('an upload whose right ends before it is whole', () => {
  test('is refused and kept nowhere: {0}, {1}, when {2}')
    .with([
      ['anImport', 'dashboard', 'a member is removed', 403, 'FORBIDDEN'],
      ['anImport', 'dashboard', 'a member is demoted', 403, 'INSUFFICIENT_SCOPE'],
      ['anImport', 'dashboard', 'a password is changed', 401, 'UNAUTHORIZED'],
      ['anImport', 'keyed', 'a key is revoked', 401, 'UNAUTHORIZED'],
      ['anImport', 'keyed', 'the org of a key is suspended', 403, 'FORBIDDEN'],
      ['anArtifact', 'dashboard', 'a member is removed', 404, 'PRODUCT_NOT_FOUND'],
      ['anArtifact', 'dashboard', 'a member is demoted', 403, 'INSUFFICIENT_SCOPE'],
      ['anArtifact', 'keyed', 'a key is revoked', 401, 'UNAUTHORIZED'],
      ['anAttachment', 'dashboard', 'a member is removed', 404, 'NOT_FOUND'],
      ['anAttachment', 'dashboard', 'a member is demoted', 403, 'INSUFFICIENT_SCOPE'],
    ] as const)
    .run(async ({ assert }, [what, family, lost, status, code]) => {
      const merchant = await createMerchant()
      const { id } = await createCustomer(merchant)
      const upload = await UPLOADS[what](merchant, family, id)
      for (const key of [undefined, newId()]) {
        const { headers, lose } = await WAYS[lost](merchant)
        const sent = key ? { ...headers, 'idempotency-key': key } : headers
        const answer = await send(upload, { headers: sent, lose })
        assert.deepEqual([answer.status, answer.body.error.code], [status, code])
        assert.equal(await upload.left(), 0)
        if (status === 403 && family === 'keyed') break
      }
    })

  test('is refused and kept nowhere: a file of an end user {0}')
    .with([
      ['who is banned', 403, 'USER_BANNED'],
      ['who has signed out', 401, 'UNAUTHORIZED'],
      ['of a portal that is switched off', 403, 'FORBIDDEN'],
    ] as const)
    .run(async ({ assert }, [way, status, code]) => {
      const merchant = await createMerchant()
      const { id, token } = await createCustomer(merchant)
      const upload = await anAttachment(merchant, 'endUser', id)
      const ban = await app.container.make(BanEndUser)
      const lose = {
        'who is banned': () => ban.ban(merchant.scope, id, { suspendLicenses: false }, SYSTEM),
        'who has signed out': () =>
          rows(db.connection(), 'update end_user_sessions set revoked_at = now() where end_user_id = ?', [
            id,
          ]),
        'of a portal that is switched off': () => openPortal(merchant, { enabled: false }),
      }[way]
      const answer = await send(upload, { headers: { authorization: `Bearer ${token}` }, lose })
      assert.deepEqual([answer.status, answer.body.error.code], [status, code])
      assert.equal(await upload.left(), 0)
    })
})

test.group('an upload that outlives its access token', () => {
  const soon = () => Math.floor(Date.now() / 1000) * 1000 + 3000
  const passed = (end: number) => () => until('the end of the token', () => Date.now() > end)

  test('of a user is kept: {0}')
    .with([
      ['anImport', 202],
      ['anArtifact', 201],
      ['anAttachment', 201],
    ] as const)
    .run(async ({ assert }, [what, status]) => {
      const merchant = await createMerchant()
      const { id } = await createCustomer(merchant)
      const upload = await UPLOADS[what](merchant, 'dashboard', id)
      const end = soon()
      const token = await signAccessToken(merchant.userId, end - ACCESS_TTL * 1000)
      const headers = { authorization: `Bearer ${token}` }
      assert.equal((await send(upload, { headers, lose: passed(end) })).status, status)
      assert.isAbove(await upload.left(), 0)
      assert.equal((await call('GET', '/v1/dashboard/me', { token })).body.error.code, 'EXPIRED_TOKEN')
    })

  test('of an end user is kept', async ({ assert }) => {
    const merchant = await createMerchant()
    const { id, orgId } = await createCustomer(merchant)
    const upload = await anAttachment(merchant, 'endUser', id)
    const end = soon()
    const { accessToken } = await signIn({ id, orgId }, { now: end - ACCESS_TTL * 1000 })
    const headers = { authorization: `Bearer ${accessToken}` }
    assert.equal((await send(upload, { headers, lose: passed(end) })).status, 201)
  })
})
