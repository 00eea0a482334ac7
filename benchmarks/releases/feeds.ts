import pg from 'pg'
import { semverSortKey } from '#releases/rules/semver_sort_key'
import { seed } from '../authorize/seed.js'
import { openStage, type Stage, type Vendor } from '../authorize/stage.js'
import type { Result } from '../authorize/driver.js'
import { goalOf } from '../promises.js'

const ROUNDS = 15
const WARM_UP = 5
const CALLS = Number(process.env.BENCH_AUTHORIZE_CALLS ?? 5000)
const LICENSES = 10_000
const RELEASES = 20
const FILES = ['windows', 'darwin', 'linux', 'any']

/** P16: responses of the JSON feed over 64 connections, against the bare route of P1 under the same load. */
export async function feeds() {
  const stage = await openStage()
  try {
    await seed(stage.databaseUrl, stage.vendor, { from: 0, to: LICENSES, used: false })
    await seedReleases(stage.databaseUrl, stage.vendor)
    await measure(stage)
  } finally {
    await stage.close()
  }
}

async function measure(stage: Stage) {
  const bodies = Array.from({ length: CALLS }, (_, at) => JSON.stringify({ licenseKey: keyOf(at) }))
  const requests = Array.from({ length: CALLS }, (_, at) => request(stage.vendor, at))
  const rounds: { bare: Result; feed: Result }[] = []
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const bare = await stage.drive('bare', bodies)
    const feed = await stage.drive('service', [], 64, { requests })
    if (feed.statuses['200'] !== CALLS) throw new Error(JSON.stringify(feed.statuses))
    if (round >= 0) rounds.push({ bare, feed })
  }
  const [ours, ceiling] = [rounds.map(({ feed }) => rate(feed)), rounds.map(({ bare }) => rate(bare))].map(
    median
  )
  console.log(
    `P16  update feed, answers a second: ours ${ours.toFixed(1)}, ceiling ${ceiling.toFixed(1)}, ` +
      `ratio ${(ours / ceiling).toFixed(2)} (${goalOf('P16')})`
  )
}

const keyOf = (at: number) => `BENCH-${(at * 7919) % LICENSES}`

function request({ productId }: Vendor, at: number): string {
  const path = `/v1/updates/${productId}?version=1.${at % RELEASES}.0-rc.1&platform=darwin&arch=aarch64`
  return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-license-key: ${keyOf(at)}\r\n\r\n`
}

async function seedReleases(databaseUrl: string, { orgId, productId }: Vendor) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (let minor = 0; minor < RELEASES; minor++) {
    const version = `1.${minor}.0`
    const { rows } = await client.query<{ id: string }>(
      `insert into releases (id, org_id, product_id, version, sort_key, channel, status, notes, created_at,
         updated_at, published_at)
       values (gen_random_uuid(), $1, $2, $3, $4, 'stable', 'published', '- faster', now(), now(), now()) returning id`,
      [orgId, productId, version, semverSortKey(version)]
    )
    await client.query(
      `insert into artifacts (id, release_id, org_id, product_id, filename, platform, arch, kind, bytes, sha256,
         sha512, content_type, stored_at, created_at)
       select gen_random_uuid(), $1, $2, $3, 'app-' || p, p, 'any', 'installer', 1, repeat('a', 64),
         repeat('b', 128), 'application/zip', now(), now() from unnest($4::text[]) p`,
      [rows[0].id, orgId, productId, FILES]
    )
  }
  await client.query('analyze')
  await client.end()
}

const rate = ({ seconds, latencies }: Result) => latencies.length / seconds
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
