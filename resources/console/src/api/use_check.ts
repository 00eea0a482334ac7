import { useRef, useState } from 'react'
import { same } from '../ui/same'

/**
 * The result of a check that precedes a write. An answer that comes after its words were forgotten, or after others
 * were sent, is dropped.
 */
export function useCheck<Words, Result>() {
  const awaited = useRef<Words | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  return {
    result,
    /** Waits for the answer to these words and returns them. */
    wait: (words: Words) => (awaited.current = words),
    take: (words: Words, answer: Result) => {
      // Of two equal calls, as by a double click, only the first is sent.
      if (same(awaited.current, words)) setResult(answer)
    },
    forget: () => {
      awaited.current = null
      setResult(null)
    },
  }
}
