import { ownAddress } from '../../api/own_address'
import type { Operation } from '../../api/types'

/** Returns the path of an exported file, or null if there is none to download. */
export function downloadPath({ can, result }: Operation): string | null {
  if (!can.download || !result || !('downloadUrl' in result) || !result.downloadUrl) return null
  return ownAddress(result.downloadUrl)
}
