import type { ReactNode } from 'react'
import { usePlaceInView } from './use_place_in_view'

/** Pages beside each other, as links; the one that is open is in view. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const places = usePlaceInView()
  return (
    <nav className="tabs" aria-label={label} ref={places}>
      {children}
    </nav>
  )
}
