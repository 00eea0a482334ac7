import { inject } from '@adonisjs/core'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import Refusal, { invalidField } from '#kernel/refusals/refusal'
import { newId } from '#kernel/secrets/ids'
import type { Millis } from '#kernel/time/millis'
import FindStorefront, { type FullStorefront } from '#storefront/queries/find_storefront'
import { isReservedSlug } from '#storefront/rules/slug'
import type { StorefrontSettings } from '#storefront/rules/storefront'
import { forgetShopAfter } from '#storefront/store/public_shops'

/** The fields with which a merchant sets up a storefront. Omitted texts become empty. */
export type StorefrontSetup = Partial<StorefrontSettings> & {
  name: string
  slug: string
  published?: boolean
}

/** Creates, replaces and deletes the storefront of an org (contract/10-storefront#102-setup). */
@inject()
export default class SetUpStorefront {
  constructor(protected find: FindStorefront) {}

  /**
   * Creates the storefront or replaces its settings. If `published` or `deliveryMail` is omitted, it keeps its value. A new
   * storefront is not published, and mails keys.
   * @throws Refusal VALIDATION_ERROR for a reserved slug, CONFLICT if another org has the slug.
   */
  async execute(
    { orgId }: Scope,
    { slug, published, ...texts }: StorefrontSetup,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<{ storefront: FullStorefront; isNew: boolean }> {
    if (isReservedSlug(slug)) throw invalidField('slug', `The slug ${slug} is reserved: choose another one`)
    return transaction(async (trx) => {
      await rows(trx, `select id from orgs where id = ? for no key update`, [orgId])
      const had = await this.find.settled(orgId, trx)
      await assertFree(trx, orgId, slug)
      const on = published ?? had?.published ?? false
      await write(
        trx,
        { id: had?.id ?? newId(), orgId, slug, published: on, settings: settingsOf(texts, had) },
        now
      )
      const action = had ? 'storefront.updated' : 'storefront.created'
      await recordAudit(trx, origin, { orgId, action, subject: orgId, data: { slug, published: on } }, now)
      forgetShopAfter(trx, orgId)
      return { storefront: await this.find.ofOrg(orgId, trx), isNew: had === null }
    })
  }

  /**
   * Deletes the storefront and archives its listings.
   * @throws Refusal NOT_FOUND; CONFLICT while orders are pending, or while the operator suspends the storefront.
   */
  async remove({ orgId }: Scope, origin: Origin, now: Millis = Date.now()): Promise<string> {
    return transaction(async (trx) => {
      await rows(trx, `select id from orgs where id = ? for no key update`, [orgId])
      const { id, slug, suspendedAt } = await this.find.ofOrg(orgId, trx)
      if (suspendedAt !== null) {
        throw new Refusal('CONFLICT', { message: 'The operator has suspended this storefront' })
      }
      await rows(trx, `select id from listings where org_id = ? order by id for update`, [orgId])
      const sql = `select 1 from orders where org_id = ? and state = 'pending' limit 1`
      if (await firstRow(trx, sql, [orgId])) {
        throw new Refusal('CONFLICT', { message: 'Orders are pending: fulfil or reject them first' })
      }
      await rows(
        trx,
        `update listings set archived_at = ?, published = false where org_id = ? and archived_at is null`,
        [new Date(now), orgId]
      )
      await rows(
        trx,
        `delete from listing_refs where listing_id in (select id from listings where org_id = ?)`,
        [orgId]
      )
      await rows(trx, `delete from storefronts where org_id = ?`, [orgId])
      await recordAudit(
        trx,
        origin,
        { orgId, action: 'storefront.deleted', subject: orgId, data: { slug } },
        now
      )
      forgetShopAfter(trx, orgId)
      return id
    })
  }
}

function settingsOf(
  texts: Partial<StorefrontSettings> & { name: string },
  had: Pick<StorefrontSettings, 'deliveryMail'> | null
): StorefrontSettings {
  const empty = { description: null, currency: null, supportEmail: null, termsUrl: null, theme: null }
  return { ...empty, deliveryMail: had?.deliveryMail ?? true, ...texts }
}

/** Checks that no other org has the slug. The lock makes a concurrent request for the same slug wait for this one. */
async function assertFree(trx: Trx, orgId: string, slug: string) {
  await rows(trx, `select pg_advisory_xact_lock(hashtextextended('storefront ' || ?, 0))`, [slug])
  const taken = await firstRow(trx, `select 1 from storefronts where slug = ? and org_id <> ?`, [slug, orgId])
  if (taken) throw new Refusal('CONFLICT', { message: `The slug ${slug} is taken` })
}

type Written = { id: string; orgId: string; slug: string; published: boolean; settings: StorefrontSettings }

function write(trx: Trx, { id, orgId, slug, published, settings }: Written, now: Millis) {
  return rows(
    trx,
    `insert into storefronts (id, org_id, slug, settings, published, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)
     on conflict (org_id) do update set slug = excluded.slug, settings = excluded.settings,
       published = excluded.published, updated_at = excluded.updated_at`,
    [id, orgId, slug, JSON.stringify(settings), published, new Date(now), new Date(now)]
  )
}
