import type { ReactNode } from 'react'
import { usePlaceInView } from './use_place_in_view'

/** Tabs, each a link to its page. The open tab is scrolled into view. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const places = usePlaceInView()
  return (
    <nav className="tabs" aria-label={label} ref={places}>
      {children}
    </nav>
  )
}
