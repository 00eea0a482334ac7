import { useEffect, useRef, type FocusEvent } from 'react'

/**
 * For a list whose rows may go while one of their buttons has the focus, e.g. because it deletes the row. The list gets
 * the focus then, so that keys go on from there.
 */
export function useKeptFocus() {
  const box = useRef<HTMLDivElement>(null)
  /** The element of the list that has the focus. React reports no blur of an element that it removes. */
  const last = useRef<Element | null>(null)
  useEffect(() => {
    if (!last.current || last.current.isConnected) return
    last.current = null
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  })
  const onFocus = (event: FocusEvent) => void (last.current = event.target)
  const onBlur = () => void (last.current = null)
  return { box, onFocus, onBlur }
}
