import { useEffect, useState } from 'react'

/** How long the user must not type before a text takes effect. Milliseconds. */
export const SETTLED = 250

/** Returns the text once the user stops typing, so that not every letter causes a request. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
