import { useQuery } from '@tanstack/react-query'
import { readOperation } from './operations'
import type { Operation } from './types'

const OPEN = new Set<Operation['status']>(['queued', 'running', 'cancelling'])
/** The stream of the org tells what happens; this is for when it is broken. Milliseconds. */
const LOOK = 3000

export function operationQuery(orgId: string, id: string | null) {
  return {
    queryKey: ['operation', orgId, id],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      readOperation({ path: { orgId, operationId: id! }, signal }),
    enabled: id !== null,
    refetchInterval: ({ state }: { state: { data?: { operation: Operation } } }) =>
      state.data && OPEN.has(state.data.operation.status) ? LOOK : (false as const),
  }
}

/** One operation as it goes on, or undefined. */
export function useOperation(orgId: string, id: string | null): Operation | undefined {
  return useQuery(operationQuery(orgId, id)).data?.operation
}
