import { inject } from '@adonisjs/core'
import { createHash } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import drive from '@adonisjs/drive/services/main'
import { artifacts } from '#config/artifacts'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { fileType } from '#kernel/files/file_type'
import { receiveFile, type ReceivedFile } from '#kernel/files/receive_file'
import { discarded, keptWhole } from '#kernel/files/stored_files'
import { assertStoredRoom, withStoredRoom } from '#kernel/files/stored_room'
import type { OpenUpload, Upload } from '#kernel/files/upload'
import Refusal from '#kernel/refusals/refusal'
import { newId } from '#kernel/secrets/ids'
import type { Millis } from '#kernel/time/millis'
import FindRelease, { type FullRelease } from '#releases/queries/find_release'
import { assertReceived, newArtifact, type AskedArtifact, type NewArtifact } from '#releases/rules/artifact'
import { assertDraft } from '#releases/rules/release_moves'
import type { Artifact } from '#releases/store/artifact_columns'
import { artifactPath } from '#releases/store/artifact_path'
import { artifactNamed } from '#releases/store/artifacts_of'
import { lockRelease } from '#releases/store/lock_release'

/** A stored file. `created` is false if the release already had it before this upload. */
export type StoredArtifact = { artifact: Artifact; created: boolean }

/**
 * Stores a file of a draft (contract/12-releases#121-publishing). The row is written before the file, so that the
 * remains of a killed process are found and deleted after a day. A refused or interrupted upload leaves nothing. If the
 * same bytes already exist under the name, the existing file is returned, in any status of the release.
 * @throws Refusal NOT_FOUND; NO_FILE; BAD_REQUEST for an invalid name, a hash that differs, or too many bytes; CONFLICT
 *   for other bytes under a name that is taken, or a release that is not a draft; LIMIT_REACHED; FilesUnavailable.
 */
@inject()
export default class StoreArtifact {
  constructor(protected releases: FindRelease) {}

  async execute(
    scope: Scope,
    releaseId: string,
    asked: AskedArtifact,
    open: OpenUpload,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<StoredArtifact> {
    const release = await this.releases.byId(scope, releaseId)
    return withStoredRoom(scope.orgId, async (room) => {
      const upload = await open((bytes) => room.assert(bytes))
      const fresh = newArtifact(asked, upload)
      const there = release.artifacts.find(({ filename }) => filename === fresh.filename)
      if (there) return { artifact: await compared(there, upload, asked), created: false }
      assertDraft(release.status)
      const id = newId()
      await begin(release, id, fresh, now)
      return keptWhole(
        async () => {
          const algorithms = fresh.filename.endsWith('.nupkg') ? ['sha512', 'sha1'] : ['sha512']
          const pieces = room.over(upload.bytes)
          const file = await receiveFile(artifactPath(id), pieces, artifacts.maxBytes, algorithms)
          assertReceived(file, asked.sha256)
          return finish(scope, release, { id, ...fresh }, file, origin, now)
        },
        () => discard(scope, id)
      )
    })
  }
}

/**
 * Reads an upload to its end without storing it, and compares its hash with the existing file.
 * @throws Refusal CONFLICT if the bytes differ.
 */
async function compared(there: Artifact, upload: Upload, { sha256 }: AskedArtifact): Promise<Artifact> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of upload.bytes) {
    hash.update(piece)
    bytes += piece.length
    if (bytes > artifacts.maxBytes) throw nameTaken(there.filename)
  }
  const received = { bytes, sha256: hash.digest('hex') }
  assertReceived(received, sha256)
  if (received.sha256 !== there.sha256) throw nameTaken(there.filename)
  return there
}

function nameTaken(filename: string) {
  return new Refusal('CONFLICT', {
    message: `The release has another file ${filename}: delete it first, or choose another name`,
  })
}

/** Adds a received file to the release, unless another upload of the same name finished first. */
async function finish(
  scope: Scope,
  { id: releaseId, orgId }: FullRelease,
  { id, filename }: NewArtifact & { id: string },
  { bytes, sha256, digests, head }: ReceivedFile,
  origin: Origin,
  now: Millis
): Promise<StoredArtifact> {
  const stored = await transaction(async (trx) => {
    const release = await lockRelease(trx, scope, releaseId)
    const there = await artifactNamed(trx, release, filename)
    if (there && there.sha256 !== sha256) throw nameTaken(filename)
    if (there) return { artifact: there, created: false }
    assertDraft(release.status)
    await assertStoredRoom(trx, orgId, bytes)
    await rows(
      trx,
      `update artifacts set bytes = ?, sha256 = ?, sha512 = ?, sha1 = ?, content_type = ?, stored_at = ?
       where org_id = ? and id = ?`,
      [bytes, sha256, digests.sha512, digests.sha1 ?? null, fileType(head), new Date(now), orgId, id]
    )
    const data = { artifactId: id, filename, sha256 }
    await recordAudit(trx, origin, { orgId, action: 'release.file_added', subject: releaseId, data }, now)
    return { artifact: (await artifactNamed(trx, release, filename))!, created: true }
  })
  if (!stored.created) await discarded(() => discard(scope, id))
  return stored
}

function begin(
  { id: releaseId, orgId, productId }: FullRelease,
  id: string,
  { filename, platform, arch, kind, signature }: NewArtifact,
  now: Millis
) {
  return rows(
    db.connection(),
    `insert into artifacts (id, release_id, org_id, product_id, filename, platform, arch, kind, signature, content_type,
       created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'application/octet-stream', ?)`,
    [...[id, releaseId, orgId, productId, filename, platform, arch, kind, signature ?? null], new Date(now)]
  )
}

/**
 * Deletes the row of a refused upload, and then its file. The row goes first, and only if no commit has stored it: if the
 * connection breaks, the service does not know whether its commit has arrived, and a stored row needs its file. Without a
 * row, the file goes too: if the draft was deleted during the upload, its files were deleted before this one was complete.
 */
async function discard({ orgId }: Scope, id: string) {
  const where = 'where org_id = ? and id = ?'
  await rows(db.connection(), `delete from artifacts ${where} and stored_at is null`, [orgId, id])
  const stored = await firstRow(db.connection(), `select 1 from artifacts ${where}`, [orgId, id])
  if (!stored) await drive.use().delete(artifactPath(id))
}
