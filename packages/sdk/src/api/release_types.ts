import type {
  KeyedArtifactsPutData,
  KeyedProductReleasesIndexData,
  KeyedProductReleasesStoreData,
  KeyedProductReleasesUpdateData,
} from '../generated/types.js'
import type { BodyOf, QueryOf } from './document_types.js'
import type { FileSource } from './upload.js'

export type { Artifact, ListedRelease, Release } from '../generated/types.js'

export type NewRelease = BodyOf<KeyedProductReleasesStoreData>
export type ReleaseChanges = BodyOf<KeyedProductReleasesUpdateData>
export type ReleaseList = QueryOf<KeyedProductReleasesIndexData>

/** A file of a release: its name, its bytes, and what is said about it. */
export type ReleaseFile = QueryOf<KeyedArtifactsPutData> & {
  name: string
  /** `await fs.openAsBlob(path)` streams a file of the disk. */
  source: FileSource
  /** Its SHA-256 in hexadecimal: a file that arrives otherwise is refused. */
  sha256?: string
}
