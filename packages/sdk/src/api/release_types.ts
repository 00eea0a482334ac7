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
/** A request for an update: a license, and the version and the machine on which the program runs. */
export type Explain = QueryOf<KeyedExplanationsShowData>
/** The release that would be offered (null for none), and the reason for or against each release. */
export type Explained = DataOf<KeyedExplanationsShowResponse>
export type ReleaseList = QueryOf<KeyedProductReleasesIndexData>

/** A file of a release: its name, its content, and its properties. */
export type ReleaseFile = QueryOf<KeyedArtifactsPutData> & {
  name: string
  /** `await fs.openAsBlob(path)` streams a local file. */
  source: FileSource
  /** The file's SHA-256 in hexadecimal; the service refuses content that does not match. */
  sha256?: string
}
