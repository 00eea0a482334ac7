import { useEffect, useRef } from 'react'
import { useLocation } from '@tanstack/react-router'

/** For the list of places: where it scrolls, as on a narrow screen, the place that somebody is at is in view. */
export function usePlaceInView() {
  const places = useRef<HTMLDivElement>(null)
  const address = useLocation({ select: ({ href }) => href })
  useEffect(() => {
    const show = () =>
      places.current
        ?.querySelector('[aria-current=page]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    show()
    addEventListener('resize', show)
    return () => removeEventListener('resize', show)
  }, [address])
  return places
}
