import type { QueryClient } from '@tanstack/react-query'
import { isOvertaken } from '../../../console/src/api/refused_writes'

/** An offer that is gone would take the note to the merchant with it that somebody has just typed. */
const OFFERS = ['shop', 'listing']

/** Reads again what pages show, if a change was overtaken. */
export function lookAgain(queryClient: QueryClient, error: unknown) {
  if (!isOvertaken(error)) return
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !OFFERS.includes(queryKey[0] as string) })
}
