import { useEffect } from 'react'

/** Loads a page anew that the browser has kept as it was left and shows again, as after "back": it may be somebody else's. */
export function useRestored() {
  useEffect(() => {
    const restored = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    addEventListener('pageshow', restored)
    return () => removeEventListener('pageshow', restored)
  }, [])
}
