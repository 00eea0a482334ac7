import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readPreferences, replacePreferences } from '../../api/preferences'
import { onKept, sharedChoices, takeChoices } from '../../ui/kept_choice'

const KEY = ['preferences']
/** How long to wait for further changes, so that several clicks cause one write. Milliseconds. */
const SETTLED = 500

/** Stores theme, density and other choices in the service, so that the user has them on every machine. */
export function usePreferences() {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => readPreferences({ signal }),
    staleTime: Infinity,
  })
  useEffect(() => {
    if (data) takeChoices(data.preferences.console)
  }, [data])
  useEffect(() => {
    let timer = 0
    async function store() {
      // Other clients may store preferences too, and a write replaces all of them.
      const { preferences } = await readPreferences({})
      const body = { preferences: { ...preferences, console: sharedChoices() } }
      queryClient.setQueryData(KEY, await replacePreferences({ body }))
    }
    const stop = onKept(() => {
      clearTimeout(timer)
      // If a choice cannot be stored, it still applies on this machine.
      timer = window.setTimeout(() => void store().catch(() => {}), SETTLED)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [queryClient])
}
