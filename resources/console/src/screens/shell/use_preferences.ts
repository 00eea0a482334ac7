import { useEffect, useRef } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readPreferences, replacePreferences } from '../../api/preferences'
import { onKept, sharedChoices, takeChoices } from '../../ui/kept_choice'

const KEY = ['preferences']
/** How long to wait for further changes, so that several clicks cause one write. Milliseconds. */
const SETTLED = 500

/** Stores theme, density and other choices in the service, so that the user has them on every machine. */
export function usePreferences() {
  const queryClient = useQueryClient()
  /** How many choices were made here that the service does not have yet. They are newer than all that it answers. */
  const unstored = useRef(0)
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => readPreferences({ signal }),
    staleTime: Infinity,
  })
  useEffect(() => {
    if (data && unstored.current === 0) takeChoices(data.preferences.console)
  }, [data])
  useEffect(() => {
    let timer = 0
    let last = Promise.resolve()
    async function store() {
      // Other clients may store preferences too, and a write replaces all of them.
      const { preferences } = await readPreferences({})
      const stores = unstored.current
      const body = { preferences: { ...preferences, console: sharedChoices() } }
      const answer = await replacePreferences({ body })
      unstored.current -= stores
      queryClient.setQueryData(KEY, answer)
    }
    const stop = onKept(() => {
      unstored.current += 1
      clearTimeout(timer)
      // One after the other, so that the service keeps the newest. If a choice cannot be stored, it still applies on this
      // machine.
      timer = window.setTimeout(() => (last = last.then(store).catch(() => {})), SETTLED)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [queryClient])
}
