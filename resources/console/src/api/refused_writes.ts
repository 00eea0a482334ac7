import { useEffect } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { asRefusal } from './refusal'

/**
 * Returns whether a change was refused because its row has changed or is gone: somebody else was faster, and a page that
 * went on showing the old state would offer the same change for ever.
 */
export function isOvertaken(error: unknown): boolean {
  const { status } = asRefusal(error)
  return status === 404 || status === 409
}

/** Calls `look` after every refused write of the pages inside the caller. `look` must be the same at every render. */
export function useRefusedWrites(look: (queryClient: QueryClient, error: unknown) => void) {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') look(queryClient, event.action.error)
      }),
    [queryClient, look]
  )
}
