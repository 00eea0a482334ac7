import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Refusal } from './api/refusal'

const RETRIES = 2
const ME = 'me'

/** If a role does not suffice, it may have changed since the page was opened. */
function onError(error: unknown, { queryKey }: { queryKey?: readonly unknown[] } = {}) {
  if (error instanceof Refusal && error.status === 403 && queryKey?.[0] !== ME)
    void queryClient.invalidateQueries({ queryKey: [ME] })
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError: (error) => onError(error) }),
  defaultOptions: {
    queries: {
      // src/api/reach.ts waits for a browser that is offline, and the page says so.
      networkMode: 'always',
      staleTime: 30_000,
      // The members of a team share the rate limit of their IP address, so a return to the window reloads nothing.
      refetchOnWindowFocus: false,
      // src/api/call.ts handles rate limits, renewals and broken connections.
      retry: (failures, error) => error instanceof Refusal && error.status >= 500 && failures < RETRIES,
    },
    mutations: { networkMode: 'always' },
  },
})
