import { useEffect, useRef } from 'react'
import { keptChoice } from './kept_choice'

const TYPING = 'input, textarea, select, [contenteditable], [role=menu], [role=dialog]'

/**
 * Keys for a screen, by `event.key`; two letters such as "g l" are pressed one after the other. They are dead where
 * somebody types, and single letters can be turned off.
 */
export function useKeys(keys: Record<string, (event: KeyboardEvent) => void>) {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    let before = ''
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.altKey || (event.target as Element).closest(TYPING)) return
      const withControl = event.ctrlKey || event.metaKey
      if (!withControl && keptChoice('shortcuts') === 'off') return
      const name = `${withControl ? 'Mod+' : ''}${event.key}`
      const run = current.current[before ? `${before} ${name}` : name] ?? current.current[name]
      before = before ? '' : event.key === 'g' ? 'g' : ''
      if (!run) return
      event.preventDefault()
      run(event)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
