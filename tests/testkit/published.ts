import db from '@adonisjs/lucid/services/db'
import { createHash } from 'node:crypto'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import type { ArtifactKind } from '#releases/rules/release'
import { semverSortKey } from '#releases/rules/semver_sort_key'
import type { Release } from '#releases/store/release_columns'
import { call } from './api.js'
import type { Merchant } from './merchant.js'
import { seedLicenses } from './licenses.js'

/** A file of a release that a test creates; its name is its content. */
export type MadeFile = {
  filename: string
  platform?: string
  arch?: string
  kind?: ArtifactKind
  signature?: string | null
}

type MadeRelease = Partial<
  Pick<Release, 'channel' | 'status' | 'name' | 'notes' | 'requires' | 'rolloutPercent' | 'metadata'>
> & { publishedAt?: Date; files?: MadeFile[] }

const hashes = (text: string) =>
  (['sha256', 'sha512', 'sha1'] as const).map((kind) => createHash(kind).update(text).digest('hex'))

/** Inserts a release directly into the database, published by default, with one file for all platforms by default. */
export async function publishRelease(
  { orgId, productId }: Pick<Merchant, 'orgId' | 'productId'>,
  version: string,
  { files = [{ filename: `app-${version}.zip` }], ...made }: MadeRelease = {}
) {
  const id = newId()
  const at = made.publishedAt ?? new Date(Date.now() - 60_000)
  await rows(
    db.connection(),
    `insert into releases (id, org_id, product_id, version, sort_key, channel, status, name, notes, requires,
       rollout_percent, metadata, created_at, updated_at, published_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      ...[id, orgId, productId, version, semverSortKey(version), made.channel ?? 'stable'],
      ...[made.status ?? 'published', made.name ?? null, made.notes ?? null, made.requires ?? []],
      ...[made.rolloutPercent ?? 100, JSON.stringify(made.metadata ?? {}), at, at, at],
    ]
  )
  const artifacts = []
  for (const file of files) artifacts.push(await addFile({ orgId, productId }, id, file))
  return { id, version, artifacts }
}

async function addFile(
  { orgId, productId }: Pick<Merchant, 'orgId' | 'productId'>,
  releaseId: string,
  { filename, platform = 'any', arch = 'any', kind = 'archive', signature = null }: MadeFile
) {
  const id = newId()
  const [sha256, sha512, sha1] = hashes(filename)
  await rows(
    db.connection(),
    `insert into artifacts (id, release_id, org_id, product_id, filename, platform, arch, kind, bytes, sha256, sha512,
       sha1, signature, content_type, stored_at, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'application/zip', now(), now())`,
    [
      ...[id, releaseId, orgId, productId, filename, platform, arch, kind, filename.length],
      ...[sha256, sha512, sha1, signature],
    ]
  )
  return { id, filename, sha256, sha512, sha1 }
}

/** Yanks a release without a request. */
export async function yank(releaseId: string) {
  await rows(db.connection(), `update releases set status = 'yanked', yanked_at = now() where id = ?`, [
    releaseId,
  ])
}

/** Sets the distribution of a product: who may have its releases. */
export async function distribute({ productId }: Pick<Merchant, 'productId'>, distribution: string) {
  await rows(db.connection(), 'update products set distribution = ? where id = ?', [distribution, productId])
}

/** The update requests of a product's program, with the key of a new license. */
export async function programOf(merchant: Merchant, state: Parameters<typeof seedLicenses>[2] = {}) {
  const [license] = await seedLicenses(merchant, 1, state)
  const base = `/v1/updates/${merchant.productId}`
  const ask = (path = '', headers: Record<string, string> = {}) =>
    call('GET', base + path, { headers: { 'x-license-key': license.key, ...headers }, text: true })
  const grant = (column: 'channels' | 'updates_until' | 'max_version', value: unknown) =>
    rows(db.connection(), `update licenses set ${column} = ? where id = ?`, [value, license.id])
  return {
    ...{ license, base, ask },
    grantChannels: (channels: string[]) => grant('channels', JSON.stringify(channels)),
    endUpdates: (at: Date) => grant('updates_until', at),
    boundVersions: (range: string) => grant('max_version', range),
  }
}
