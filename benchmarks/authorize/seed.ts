import pg from 'pg'
import type { Vendor } from './stage.js'

/** Adds licenses `from` to `to` of a vendor; if `used`, each is bound to a device and has a live session. */
export async function seed(
  databaseUrl: string,
  { orgId, productId }: Vendor,
  { from, to, used }: { from: number; to: number; used: boolean }
) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const values = [orgId, productId, from, to, used]
  try {
    await client.query(
      `insert into licenses (id, org_id, product_id, key, status, expiration_mode, expires_at, activated_at,
         policy_override, metadata, created_at, updated_at)
       select gen_random_uuid(), $1, $2, 'BENCH-' || n, 'ACTIVE', 'fixed', now() + interval '1 year',
         case when $5 then now() end, '{"maxConcurrentSessions": 3}', '{"tier": "gold"}', now(), now()
       from generate_series($3::int, $4::int - 1) n`,
      values
    )
    if (used) await seedUse(client, productId)
    await client.query('analyze')
    await client.query('checkpoint').catch(() => {})
  } finally {
    await client.end()
  }
}

async function seedUse(client: pg.Client, productId: string) {
  await client.query(
    `insert into license_bindings (license_id, kind, value, first_seen_at, last_seen_at)
     select id, 'HWID', 'device-' || key, now(), now() from licenses l
     where product_id = $1 and activated_at is not null
       and not exists (select from license_bindings b where b.license_id = l.id)`,
    [productId]
  )
  await client.query(
    `insert into license_sessions (license_id, id, hwid, ip, started_at, last_seen_at, expires_at)
     select id, gen_random_uuid()::text, 'device-' || key, '127.0.0.1', now(), now(), now() + interval '1 day'
     from licenses l where product_id = $1 and activated_at is not null
       and not exists (select from license_sessions s where s.license_id = l.id)`,
    [productId]
  )
}

/** The policy of the benchmark: devices are limited, sessions are short-lived and counted. */
export async function setPolicy(databaseUrl: string, { productId }: Vendor) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const policy = JSON.stringify({ hwidMode: 'limit', hwidLimit: 3, sessionTtlSeconds: 86_400 })
  await client.query('update products set policy = $1 where id = $2', [policy, productId])
  await client.end()
}

/** Gives licenses of a vendor a tier with a policy and ten features, which the product declares. */
export async function seedTier(
  databaseUrl: string,
  { orgId, productId }: Vendor,
  { from, to }: { from: number; to: number }
) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const names = Array.from({ length: 10 }, (_, at) => `feature-${at}`)
  const valued = (value: boolean) => JSON.stringify(Object.fromEntries(names.map((name) => [name, value])))
  try {
    await client.query('update products set feature_defaults = $1 where id = $2', [valued(false), productId])
    const { rows } = await client.query<{ id: string }>(
      `insert into tiers (id, org_id, product_id, code, name, features, policy, created_at, updated_at)
       values (gen_random_uuid(), $1, $2, 'pro', 'Pro', $3, '{"hwidLimit": 5}', now(), now()) returning id`,
      [orgId, productId, valued(true)]
    )
    await client.query(
      `update licenses set tier_id = $1
       where org_id = $2 and key in (select 'BENCH-' || n from generate_series($3::int, $4::int - 1) n)`,
      [rows[0].id, orgId, from, to]
    )
    await client.query('vacuum analyze licenses')
  } finally {
    await client.end()
  }
}
