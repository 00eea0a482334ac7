import type { Operation } from '../../api/types'

/** Where an export can be had: the service names it by its own address, which need not be the one of this page. */
export function downloadPath({ can, result }: Operation): string | null {
  if (!can.download || !result || !('downloadUrl' in result) || !result.downloadUrl) return null
  const { pathname, search } = new URL(result.downloadUrl)
  return pathname + search
}
