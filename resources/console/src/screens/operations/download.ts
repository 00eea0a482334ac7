import type { Operation } from '../../api/types'

/**
 * Returns the path of an exported file, or null if there is none to download. The service gives a URL with its own
 * host, which may differ from the host of this page.
 */
export function downloadPath({ can, result }: Operation): string | null {
  if (!can.download || !result || !('downloadUrl' in result) || !result.downloadUrl) return null
  const { pathname, search } = new URL(result.downloadUrl)
  return pathname + search
}
