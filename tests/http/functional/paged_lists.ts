import db from '@adonisjs/lucid/services/db'
import IssueSession from '#accounts/actions/issue_session'
import { transaction } from '#kernel/database/unit_of_work'
import CreateProduct from '#catalog/actions/create_product'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createCustomer, signIn } from '#tests/testkit/end_users'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'
import { createTier } from '#tests/testkit/tiers'

/** A list, with a function that creates five entries in it, and the place of its entries in the answer. */
type List = { path: (merchant: Merchant) => string; name: string; by?: string; fill: Fill }
/** Returns the credential of who reads the list, if it is not the user. */
type Fill = (merchant: Merchant) => Promise<Credential | void>
export type Credential = { apiKey: string } | { token: string }

export const DASHBOARD = '/v1/dashboard'
export const sql = (statement: string, values: unknown[]) => rows(db.connection(), statement, values)
const times = async (count: number, work: (at: number) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < count; at++) await work(at)
}
const keys: Fill = (merchant) => times(5, () => createApiKey(merchant, ['product:read']))

/** The lists that the specs walk. */
export const LISTS: Record<string, List> = {
  orgs: {
    path: () => `${DASHBOARD}/orgs`,
    name: 'orgs',
    fill: ({ userId }) =>
      times(4, async () => {
        const { orgId } = await createMerchant()
        await sql(
          `insert into org_members (org_id, user_id, role, created_at) values (?, ?, 'VIEWER', now())`,
          [orgId, userId]
        )
      }),
  },
  products: {
    path: ({ orgId }) => `${DASHBOARD}/orgs/${orgId}/products`,
    name: 'products',
    fill: ({ orgId }) => times(4, (at) => new CreateProduct().execute({ orgId }, { name: `Product ${at}` })),
  },
  members: {
    path: ({ orgId }) => `${DASHBOARD}/orgs/${orgId}/members`,
    name: 'members',
    fill: async (merchant) => {
      await times(4, () => createMember(merchant, 'VIEWER'))
      // Members with the same creation time still have an order.
      await sql(`update org_members set created_at = '2026-01-01T00:00:00.123Z' where org_id = ?`, [
        merchant.orgId,
      ])
    },
  },
  invites: {
    path: ({ orgId }) => `${DASHBOARD}/orgs/${orgId}/invites`,
    name: 'invites',
    fill: ({ orgId, token }) =>
      times(5, (at) =>
        call('POST', `${DASHBOARD}/orgs/${orgId}/invites`, {
          token,
          body: { email: `${at}-${newId()}@example.com`, role: 'VIEWER' },
        })
      ),
  },
  sessions: {
    path: () => `${DASHBOARD}/me/sessions`,
    name: 'sessions',
    fill: ({ userId }) => times(5, () => transaction((trx) => new IssueSession().execute(trx, userId))),
  },
  'sessions of an end user': {
    path: () => '/v1/enduser/me/sessions',
    name: 'sessions',
    fill: async (merchant) => {
      const customer = await createCustomer(merchant)
      await times(4, () => signIn(customer))
      return { token: customer.token }
    },
  },
  accounts: {
    path: () => `${DASHBOARD}/me/accounts`,
    name: 'accounts',
    by: 'provider',
    fill: ({ userId }) =>
      times(5, (at) =>
        sql(`insert into linked_accounts (provider, subject, user_id, created_at) values (?, ?, ?, now())`, [
          `provider-${at}`,
          newId(),
          userId,
        ])
      ),
  },
  'API keys': {
    path: ({ productId }) => `${DASHBOARD}/products/${productId}/api-keys`,
    name: 'apiKeys',
    fill: keys,
  },
  'API keys, by one of them': {
    path: ({ productId }) => `/v1/products/${productId}/api-keys`,
    name: 'apiKeys',
    // The key that makes the call is the fifth.
    fill: async (merchant) => {
      await times(4, () => createApiKey(merchant, ['product:read']))
      return { apiKey: (await createApiKey(merchant, ['product:read'])).key }
    },
  },
  tiers: {
    path: ({ productId }) => `${DASHBOARD}/products/${productId}/tiers`,
    name: 'tiers',
    fill: (merchant) => times(5, (at) => createTier(merchant, { position: Math.floor(at / 2) })),
  },
  'webhook endpoints': {
    path: ({ productId }) => `${DASHBOARD}/webhooks/products/${productId}`,
    name: 'endpoints',
    fill: ({ productId, token }) =>
      times(5, () =>
        call('POST', `${DASHBOARD}/webhooks/products/${productId}`, {
          token,
          body: { url: 'https://example.com/hook', events: ['license.created'] },
        })
      ),
  },
}
