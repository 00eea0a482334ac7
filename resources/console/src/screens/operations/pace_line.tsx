import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Operation } from '../../api/types'
import { noted, paceWords, type Seen } from './pace'

/** How often the pace is computed. Faster changes could not be read. Milliseconds. */
const LOOK = 1000

/** Says how fast an open operation is and how long it still takes. The line keeps its place while nothing is known. */
export function PaceLine({ status, progress }: Pick<Operation, 'status' | 'progress'>) {
  const [words, setWords] = useState('')
  const seen = useRef<Seen[]>([])
  const isRunning = status === 'running'
  const look = useEffectEvent(() => {
    const now = Date.now()
    seen.current = noted(seen.current, progress.processed, now)
    setWords(paceWords(seen.current, progress.total, now))
  })
  useEffect(() => {
    if (!isRunning) return
    look()
    const timer = setInterval(look, LOOK)
    return () => {
      clearInterval(timer)
      seen.current = []
    }
  }, [isRunning])
  return <p className="small quiet numbers">{(isRunning && words) || '\u00a0'}</p>
}
