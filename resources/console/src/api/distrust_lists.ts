import type { QueryClient } from '@tanstack/react-query'

/**
 * A row that is gone is still in the lists that were read before. They are read again when they are shown next, e.g. after
 * "back". Nothing is read at once, because the row itself would be read again and again.
 */
export function distrustLists(queryClient: QueryClient) {
  // They are read page by page, and would be read as a whole.
  queryClient.removeQueries({ queryKey: ['licenses'], type: 'inactive' })
  void queryClient.invalidateQueries({
    refetchType: 'none',
    predicate: ({ queryKey: [name] }) => name !== 'licenses' && name !== 'aged page',
  })
}
