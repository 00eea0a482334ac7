import { useEffect, useRef } from 'react'
import { useRouterState } from '@tanstack/react-router'

/**
 * For what stands around the pages: whoever goes to another page begins at its start, as after a load. The link that
 * led there may be gone, and who hears the page has to be told. A page or a dialog that takes the focus by itself has it.
 */
export function useArrival() {
  const main = useRef<HTMLElement>(null)
  // Of the page that is shown: on the way there, the link still has the focus.
  const address = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const last = useRef(address)
  useEffect(() => {
    const isFirst = last.current === undefined
    if (last.current === address) return
    last.current = address
    if (isFirst) return
    const { activeElement } = document
    if (activeElement?.closest('main, [role=dialog]')) return
    main.current?.focus({ preventScroll: true })
  }, [address])
  return main
}
