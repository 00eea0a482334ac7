import { queryOptions, useQuery } from '@tanstack/react-query'
import { reach } from '../../../console/src/api/reach'
import { refusalOf } from '../../../console/src/api/refusal'
import { place } from './place'
import type { PublicPortal } from './types'

let orgId: string | null = place.orgId

/** Returns the org of this portal. Pages that send requests for a user are shown only after it is known. */
export function orgIdNow(): string {
  if (!orgId) throw new Error('Nobody knows yet whose portal this is')
  return orgId
}

async function readPortal(signal: AbortSignal): Promise<PublicPortal> {
  const which: Record<string, string> = place.orgId ? { orgId: place.orgId } : { hostname: place.hostname }
  const url = `/v1/enduser/portal?${new URLSearchParams(which).toString()}`
  const response = await reach({ method: 'GET', signal }, () => fetch(url, { signal }))
  if (!response.ok) throw await refusalOf(response)
  const { data } = (await response.json()) as { data: { portal: PublicPortal } }
  orgId = data.portal.orgId
  return data.portal
}

export const portalQuery = queryOptions({
  queryKey: ['portal'],
  queryFn: ({ signal }) => readPortal(signal),
  staleTime: Infinity,
})

/** Returns the portal. No page is shown before it is loaded. */
export const usePortal = () => useQuery(portalQuery).data!
