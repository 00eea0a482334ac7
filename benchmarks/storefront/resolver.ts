import pg from 'pg'
import type { Result } from '../authorize/driver.js'
import { openStage, type Stage, type Vendor } from '../authorize/stage.js'
import { goalOf } from '../promises.js'

const ROUNDS = 15
const WARM_UP = 5
const CALLS = Number(process.env.BENCH_AUTHORIZE_CALLS ?? 5000)
const LISTINGS = 20
const DOMAIN = 'shops.example.com'

/** P17: a shop by its host name over 64 connections, against the bare route of P1 under the same load. */
export async function resolver() {
  const stage = await openStage({ STOREFRONT_DOMAIN: DOMAIN })
  try {
    await seedShop(stage.databaseUrl, stage.vendor)
    await measure(stage)
  } finally {
    await stage.close()
  }
}

async function measure(stage: Stage) {
  const requests = Array.from(
    { length: CALLS },
    () => `GET /v1/storefront?hostname=bench.${DOMAIN} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`
  )
  const bodies = requests.map((_, at) => JSON.stringify({ licenseKey: `BENCH-${at}` }))
  const rounds: { bare: Result; shop: Result }[] = []
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const bare = await stage.drive('bare', bodies)
    const shop = await stage.drive('service', [], 64, { requests })
    if (shop.statuses['200'] !== CALLS) throw new Error(JSON.stringify(shop.statuses))
    if (round >= 0) rounds.push({ bare, shop })
  }
  const ours = median(rounds.map(({ shop }) => rate(shop)))
  const ceiling = median(rounds.map(({ bare }) => rate(bare)))
  console.log(
    `P17  shop by host name, answers a second: ours ${ours.toFixed(1)}, ceiling ${ceiling.toFixed(1)}, ` +
      `ratio ${(ours / ceiling).toFixed(2)} (${goalOf('P17')})`
  )
}

async function seedShop(databaseUrl: string, { orgId, productId }: Vendor) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const settings = {
    ...{ name: 'Bench', description: null, currency: 'EUR', supportEmail: null, termsUrl: null },
    ...{ theme: null, deliveryMail: true },
  }
  await client.query(
    `insert into storefronts (id, org_id, slug, settings, published, created_at, updated_at)
     values (gen_random_uuid(), $1, 'bench', $2, true, now(), now())`,
    [orgId, JSON.stringify(settings)]
  )
  const listing = { name: 'One year', description: 'A year of updates', price: null, fulfilment: 'instant' }
  await client.query(
    `insert into listings (id, org_id, product_id, kind, settings, published, created_at, updated_at)
     select gen_random_uuid(), $1, $2, 'new', $3, true, now(), now() from generate_series(1, $4::int)`,
    [orgId, productId, JSON.stringify(listing), LISTINGS]
  )
  await client.end()
}

const rate = ({ seconds, latencies }: Result) => latencies.length / seconds
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
