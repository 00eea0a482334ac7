import { useEffect, useState } from 'react'

/** How long nobody types before a text counts. Milliseconds. */
export const SETTLED = 250

/** A text once nobody types: not every letter is worth a request. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
