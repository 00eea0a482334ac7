import { QueryClient } from '@tanstack/react-query'
import { Refusal } from './api/refusal'

const RETRIES = 2

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A browser that is offline is waited for in src/api/call.ts, which says so.
      networkMode: 'always',
      staleTime: 30_000,
      // The team shares the limit of its address: nothing is asked for anew because a window is looked at.
      refetchOnWindowFocus: false,
      // Limits, renewals and broken connections are waited out in src/api/call.ts.
      retry: (failures, error) => error instanceof Refusal && error.status >= 500 && failures < RETRIES,
    },
    mutations: { networkMode: 'always' },
  },
})
