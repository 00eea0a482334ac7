import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readPreferences, replacePreferences } from '../../api/preferences'
import { onKept, sharedChoices, takeChoices } from '../../ui/kept_choice'

const KEY = ['preferences']
/** So that a few clicks in a row are one write. Milliseconds. */
const SETTLED = 500

/** Keeps theme, density and the like with the service, so that somebody finds them on another machine. */
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
      // Others may keep something there too: it is replaced whole.
      const { preferences } = await readPreferences({})
      const body = { preferences: { ...preferences, console: sharedChoices() } }
      queryClient.setQueryData(KEY, await replacePreferences({ body }))
    }
    const stop = onKept(() => {
      clearTimeout(timer)
      // Where it cannot be stored, it holds on this machine.
      timer = window.setTimeout(() => void store().catch(() => {}), SETTLED)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [queryClient])
}
