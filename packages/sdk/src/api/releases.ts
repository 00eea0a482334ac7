import { path } from '../core/query.js'
import type { CallOptions } from '../core/transport.js'
import type { Artifact, ListedRelease, Release } from '../generated/types.js'
import type { Pages } from './pages.js'
import type {
  Explain,
  Explained,
  NewRelease,
  ReleaseChanges,
  ReleaseFile,
  ReleaseList,
} from './release_types.js'
import { Resource } from './resource.js'
import { fileOf, type UploadOptions } from './upload.js'

/** Options of a file upload. */
type FileOptions = CallOptions & Pick<UploadOptions, 'onUpload'>

/** The releases of a product: its versions, with their files. */
export class Releases extends Resource {
  /** Newest version first. */
  list(query: ReleaseList = {}, options?: CallOptions): Pages<ListedRelease> {
    return this.paged(this.at, 'releases', query, options)
  }

  /** Creates a draft. */
  create(release: NewRelease, options?: CallOptions): Promise<Release> {
    return this.#changed('POST', this.at, release, options)
  }

  async get(id: string, options?: CallOptions): Promise<Release> {
    return (await this.read<{ release: Release }>(this.#path(id), {}, options)).release
  }

  update(id: string, changes: ReleaseChanges, options?: CallOptions): Promise<Release> {
    return this.#changed('PATCH', this.#path(id), changes, options)
  }

  /** Deletes a draft with its files. */
  async delete(id: string, options?: CallOptions): Promise<string> {
    return (await this.write<{ id: string }>('DELETE', this.#path(id), undefined, options)).id
  }

  /** Withdraws a published release: it is no longer offered, and links to its files stop working. */
  yank(id: string, why: { reason: string }, options?: CallOptions): Promise<Release> {
    return this.#changed('POST', `${this.#path(id)}/yank`, why, options)
  }

  unyank(id: string, options?: CallOptions): Promise<Release> {
    return this.#changed('POST', `${this.#path(id)}/unyank`, undefined, options)
  }

  /** Uploads a file of a draft. Uploading the same file again returns the existing one. */
  async upload(id: string, file: ReleaseFile, options: FileOptions = {}): Promise<Artifact> {
    const { onUpload, headers, ...call } = options
    const { name, source, sha256, ...about } = file
    const data = await this.transport.data<{ artifact: Artifact }>({
      // The service ends a stalled upload, so a long one needs no timeout here.
      timeoutMs: Infinity,
      ...call,
      headers: { ...headers, ...(sha256 === undefined ? {} : { 'content-sha256': sha256 }) },
      method: 'PUT',
      path: this.#path(id) + path`/artifacts/${name}`,
      query: about,
      body: fileOf(source, onUpload),
    })
    return data.artifact
  }

  async deleteFile(id: string, artifactId: string, options?: CallOptions): Promise<string> {
    const at = this.#path(id) + path`/artifacts/${artifactId}`
    return (await this.write<{ id: string }>('DELETE', at, undefined, options)).id
  }

  /**
   * Creates a release, uploads its files and publishes it. With an id, it adds the files to that draft and publishes
   * it. Files are uploaded one after another; each is retried if the network fails.
   */
  async publish(
    release: NewRelease | string,
    files: ReleaseFile[] = [],
    options: FileOptions = {}
  ): Promise<Release> {
    const { onUpload: _, idempotencyKey: __, ...call } = options
    const id = typeof release === 'string' ? release : (await this.create(release, call)).id
    for (const file of files) await this.upload(id, file, { ...options, idempotencyKey: undefined })
    return this.#changed('POST', `${this.#path(id)}/publish`, undefined, call)
  }

  #path(id: string): string {
    return this.at + path`/${id}`
  }

  async #changed(method: 'POST' | 'PATCH', at: string, body?: object, options?: CallOptions) {
    return (await this.write<{ release: Release }>(method, at, body, options)).release
  }
}

/** The releases of the product of an API key. */
export class ProductReleases extends Releases {
  /** Which release a program would be offered, and why not another. */
  explain(query: Explain = {}, options?: CallOptions): Promise<Explained> {
    return this.read(`${this.at}/explain`, query, options)
  }
}
