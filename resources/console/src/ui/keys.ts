import { useEffect, useRef } from 'react'
import { keptChoice } from './kept_choice'

const TYPING = 'input, textarea, select, [contenteditable], [role=menu], [role=dialog]'

/**
 * Keyboard shortcuts of a screen, by `event.key`. Press the two letters of "g l" one after the other. Shortcuts are off
 * in text fields, menus and dialogs. The user can turn off all shortcuts without Ctrl or Meta.
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
