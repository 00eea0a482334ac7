import { useEffect, useRef } from 'react'
import { useLocation } from '@tanstack/react-router'

/**
 * For a list of links to pages. Where the list scrolls, e.g. on a narrow screen, the link to the current page stays in
 * view.
 */
export function usePlaceInView() {
  const places = useRef<HTMLElement & HTMLDivElement>(null)
  const address = useLocation({ select: ({ href }) => href })
  useEffect(() => {
    const show = () =>
      places.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    show()
    addEventListener('resize', show)
    return () => removeEventListener('resize', show)
  }, [address])
  return places
}
