import { useEffect, useRef } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readPreferences, replacePreferences } from '../../api/preferences'
import { onKept, sharedChoices, takeChoices, type SharedChoices } from '../../ui/kept_choice'

const KEY = ['preferences']
/** How long to wait for further changes, so that several clicks cause one write. Milliseconds. */
const SETTLED = 500

/** Stores theme, density and other choices in the service, so that the user has them on every machine. */
export function usePreferences() {
  const queryClient = useQueryClient()
  /** Choices that were made here, and that the service does not have yet. They are newer than all that it answers. */
  const unstored = useRef<SharedChoices>({})
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => readPreferences({ signal }),
    staleTime: Infinity,
  })
  useEffect(() => {
    if (data) takeChoices({ ...(data.preferences.console as object), ...unstored.current })
  }, [data])
  useEffect(() => {
    let timer = 0
    let last = Promise.resolve()
    async function store() {
      // Other clients may store preferences too, and a write replaces all of them.
      const { preferences } = await readPreferences({})
      const stored = unstored.current
      const console = { ...sharedChoices(), ...(preferences.console as object), ...stored }
      const body = { preferences: { ...preferences, console } }
      const answer = await replacePreferences({ body })
      const left = Object.entries(unstored.current).filter(
        ([name, word]) => stored[name as keyof SharedChoices] !== word
      )
      unstored.current = Object.fromEntries(left)
      queryClient.setQueryData(KEY, answer)
    }
    const stop = onKept((choice) => {
      unstored.current = { ...unstored.current, ...choice }
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
