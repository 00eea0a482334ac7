import db from '@adonisjs/lucid/services/db'
import { storefront as config } from '#config/storefront'
import { firstRow, millis, rows, type SqlExecutor } from '#kernel/database/sql'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import FindVerifiedDomain from '#orgs/queries/find_verified_domain'
import { shopStateOf, type ProcessorState, type ShopState } from '#storefront/rules/processor'
import {
  hostnamesOf,
  urlOfStorefront,
  type Storefront,
  type StorefrontSettings,
} from '#storefront/rules/storefront'

type Row = Omit<Storefront, keyof StorefrontSettings> & { settings: StorefrontSettings }

/** A storefront with the details that its merchant sees. */
export type FullStorefront = Storefront & {
  url: string | null
  hostnames: string[]
  processor: { state: ShopState }
}

const COLUMNS = `s.id, s.org_id as "orgId", s.slug, s.settings, s.published, ${millis('s.suspended_at', 'suspendedAt')},
  ${millis('s.created_at', 'createdAt')}, ${millis('s.updated_at', 'updatedAt')}`

/** Finds the storefront of an org (contract/10-storefront#102-setup). */
export default class FindStorefront {
  /** @throws Refusal NOT_FOUND if the org has no storefront. */
  async ofOrg(orgId: string, client: SqlExecutor = db.connection()): Promise<FullStorefront> {
    const found = await this.settled(orgId, client)
    if (!found) throw noSuch('storefront')
    return this.full(found, client)
  }

  /** Use this where an action requires a storefront. @throws Refusal STOREFRONT_NOT_SETUP if the org has none. */
  async needed(orgId: string, client: SqlExecutor = db.connection()): Promise<Storefront> {
    const found = await this.settled(orgId, client)
    if (!found) throw new Refusal('STOREFRONT_NOT_SETUP')
    return found
  }

  /** Returns null if the org has no storefront. */
  async settled(orgId: string, client: SqlExecutor = db.connection()): Promise<Storefront | null> {
    const row = await firstRow<Row>(client, `select ${COLUMNS} from storefronts s where s.org_id = ?`, [
      orgId,
    ])
    return row && storefrontOf(row)
  }

  /** Returns null for an unknown id. */
  async byId(id: string): Promise<Storefront | null> {
    const row = await firstRow<Row>(db.connection(), `select ${COLUMNS} from storefronts s where s.id = ?`, [
      id,
    ])
    return row && storefrontOf(row)
  }

  /** The combined state of all processors of an org. */
  async shopState(orgId: string, client: SqlExecutor = db.connection()): Promise<ShopState> {
    const sql = `select state from processors where org_id = ?`
    const found = await rows<{ state: ProcessorState }>(client, sql, [orgId])
    return shopStateOf(found.map(({ state }) => state))
  }

  /** Adds the details that its merchant sees to a storefront that was read. */
  async full(storefront: Storefront, client: SqlExecutor = db.connection()): Promise<FullStorefront> {
    const state = await this.shopState(storefront.orgId, client)
    const own = await new FindVerifiedDomain().namesOf(storefront.orgId, 'hosting', client)
    return {
      ...storefront,
      url: urlOfStorefront(storefront.slug, config.domain, own),
      hostnames: hostnamesOf(storefront.slug, config.domain, own),
      processor: { state },
    }
  }
}

function storefrontOf({ settings, ...row }: Row): Storefront {
  return { ...settings, ...row }
}
