import { useEffect, useRef } from 'react'
import { useRouterState } from '@tanstack/react-router'

/**
 * For the frame around the pages. On a change of page it moves the focus to the start of the new page, as after a load:
 * the link that led there may be gone, and a screen reader must announce the page. If an element of the page or of a
 * dialog already has the focus, it keeps the focus.
 */
export function useArrival() {
  const main = useRef<HTMLElement>(null)
  // The address of the page that is shown. While the next page loads, the link keeps the focus.
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
