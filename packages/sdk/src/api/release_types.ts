import type {
  KeyedArtifactsPutData,
  KeyedExplanationsShowData,
  KeyedExplanationsShowResponse,
  KeyedProductReleasesIndexData,
  KeyedProductReleasesStoreData,
  KeyedProductReleasesUpdateData,
} from '../generated/types.js'
import type { BodyOf, DataOf, QueryOf } from './document_types.js'
import type { FileSource } from './upload.js'

export type { Artifact, ListedRelease, Release } from '../generated/types.js'

export type NewRelease = BodyOf<KeyedProductReleasesStoreData>
export type ReleaseChanges = BodyOf<KeyedProductReleasesUpdateData>
/** Who asks for an update: a license, and the version and machine it runs. */
export type Explain = QueryOf<KeyedExplanationsShowData>
/** The release that would be offered, null for none, and of each release why or why not. */
export type Explained = DataOf<KeyedExplanationsShowResponse>
export type ReleaseList = QueryOf<KeyedProductReleasesIndexData>

/** A file of a release: its name, its bytes, and what is said about it. */
export type ReleaseFile = QueryOf<KeyedArtifactsPutData> & {
  name: string
  /** `await fs.openAsBlob(path)` streams a file of the disk. */
  source: FileSource
  /** Its SHA-256 in hexadecimal: a file that arrives otherwise is refused. */
  sha256?: string
}
