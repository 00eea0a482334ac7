import { useQuery } from '@tanstack/react-query'
import { readOperation } from './operations'
import type { Operation } from './types'

const OPEN = new Set<Operation['status']>(['queued', 'running', 'cancelling'])
/**
 * Poll interval of an open operation, in milliseconds. The org's stream reports progress too; polling covers a broken
 * stream.
 */
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

/** Returns an operation with its current progress, or undefined until it is loaded. */
export function useOperation(orgId: string, id: string | null): Operation | undefined {
  return useQuery(operationQuery(orgId, id)).data?.operation
}
