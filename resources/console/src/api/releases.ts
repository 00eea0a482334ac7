import type {
  Artifact,
  ArtifactsPutData,
  ArtifactsDestroyData,
  ArtifactsDestroyResponses,
  ProductReleasesDestroyData,
  ProductReleasesDestroyResponses,
  ProductReleasesIndexData,
  ProductReleasesIndexResponses,
  ProductReleasesPublishData,
  ProductReleasesPublishResponses,
  ProductReleasesShowData,
  ProductReleasesShowResponses,
  ProductReleasesStoreData,
  ProductReleasesStoreResponses,
  ProductReleasesUnyankData,
  ProductReleasesUnyankResponses,
  ProductReleasesUpdateData,
  ProductReleasesUpdateResponses,
  ProductReleasesYankData,
  ProductReleasesYankResponses,
} from './types'
import { addressOf } from './described_route'
import { route } from './route'
import { upload } from './upload'

export const listReleases = route<ProductReleasesIndexData, ProductReleasesIndexResponses>(
  'GET',
  '/v1/dashboard/products/{productId}/releases'
)
export const createRelease = route<ProductReleasesStoreData, ProductReleasesStoreResponses>(
  'POST',
  '/v1/dashboard/products/{productId}/releases'
)
export const readRelease = route<ProductReleasesShowData, ProductReleasesShowResponses>(
  'GET',
  '/v1/dashboard/products/{productId}/releases/{releaseId}'
)
export const changeRelease = route<ProductReleasesUpdateData, ProductReleasesUpdateResponses>(
  'PATCH',
  '/v1/dashboard/products/{productId}/releases/{releaseId}'
)
export const publishRelease = route<ProductReleasesPublishData, ProductReleasesPublishResponses>(
  'POST',
  '/v1/dashboard/products/{productId}/releases/{releaseId}/publish'
)
export const yankRelease = route<ProductReleasesYankData, ProductReleasesYankResponses>(
  'POST',
  '/v1/dashboard/products/{productId}/releases/{releaseId}/yank'
)
export const unyankRelease = route<ProductReleasesUnyankData, ProductReleasesUnyankResponses>(
  'POST',
  '/v1/dashboard/products/{productId}/releases/{releaseId}/unyank'
)
export const deleteRelease = route<ProductReleasesDestroyData, ProductReleasesDestroyResponses>(
  'DELETE',
  '/v1/dashboard/products/{productId}/releases/{releaseId}'
)
export const deleteArtifact = route<ArtifactsDestroyData, ArtifactsDestroyResponses>(
  'DELETE',
  '/v1/dashboard/products/{productId}/releases/{releaseId}/artifacts/{artifactId}'
)

type Sent = Pick<ArtifactsPutData, 'path' | 'query'> & { file: File; progress: (part: number) => void }

/** Uploads a file of a draft. A second upload of the same file has no further effect. @throws Refusal */
export async function uploadArtifact({ path, query, file, progress }: Sent) {
  const url = addressOf(
    '/v1/dashboard/products/{productId}/releases/{releaseId}/artifacts/{filename}',
    path,
    query
  )
  const { artifact } = await upload<{ artifact: Artifact }>({ method: 'PUT', url, body: file, progress })
  return artifact
}
