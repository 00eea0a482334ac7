import { inject } from '@adonisjs/core'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { SYSTEM } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import type { OpenUpload } from '#kernel/files/upload'
import FindRelease, { type FullRelease } from '#releases/queries/find_release'
import type { AskedArtifact } from '#releases/rules/artifact'
import { readVersion } from '#releases/rules/version'
import ChangeRelease from './change_release.js'
import CreateRelease, { type NewRelease } from './create_release.js'
import MoveRelease from './move_release.js'
import StoreArtifact from './store_artifact.js'

/** A release that an operator publishes with files from this machine. */
export type LocalRelease = {
  fields: NewRelease
  about: AskedArtifact
  files: readonly string[]
  /** If false, the release stays a draft. */
  publish: boolean
}

type Progress = (done: number, total: number) => void

/**
 * Creates a release with files from this machine, by the same actions that the routes use one by one. It continues a
 * release that already has the version and does not store an existing file again, so an interrupted run can be
 * repeated.
 * @throws Refusal the refusals of these actions, such as CONFLICT for a version that was yanked.
 */
@inject()
export default class PublishFiles {
  constructor(
    protected find: FindRelease,
    protected create: CreateRelease,
    protected change: ChangeRelease,
    protected store: StoreArtifact,
    protected move: MoveRelease
  ) {}

  async execute(
    scope: Scope & { productId: string },
    { fields, about, files, publish }: LocalRelease,
    onProgress: Progress
  ): Promise<FullRelease> {
    const { id } = await this.#begin(scope, fields)
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
    const total = sizes.reduce((sum, size) => sum + size, 0)
    let done = 0
    for (const file of files) {
      const upload = opened(file, (bytes) => onProgress((done += bytes), total))
      await this.store.execute(scope, id, about, upload, SYSTEM)
    }
    const release = await this.find.byId(scope, id)
    if (!publish || release.status === 'published') return release
    return this.move.execute(scope, id, 'publish', null, SYSTEM)
  }

  async #begin(scope: Scope & { productId: string }, fields: NewRelease): Promise<FullRelease> {
    const there = await this.find.byVersion(scope, readVersion(fields.version) ?? fields.version)
    if (!there) return this.create.execute(scope, fields, SYSTEM)
    const { version: _, ...patch } = fields
    const changes = Object.values(patch).some((value) => value !== undefined)
    return changes ? this.change.execute(scope, there.id, patch, SYSTEM) : there
  }
}

function opened(file: string, onBytes: (bytes: number) => void): OpenUpload {
  return async (admit) => {
    admit((await stat(file)).size)
    async function* counted() {
      for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
        onBytes(piece.length)
        yield piece
      }
    }
    return { bytes: counted(), name: basename(file), type: null }
  }
}
