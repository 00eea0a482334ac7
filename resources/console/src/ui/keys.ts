import { useEffect, useRef } from 'react'
import { keptChoice } from './kept_choice'

const TYPING = 'input, textarea, select, [contenteditable], [role=menu]'

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'target'>

const withControl = ({ ctrlKey, metaKey }: Key) => ctrlKey || metaKey
const isShortcut = (event: Key) =>
  !event.altKey &&
  !(event.target as Element).closest(TYPING) &&
  // The focus may be outside a dialog that is open.
  !document.querySelector('[role=dialog]') &&
  (withControl(event) || keptChoice('shortcuts') === 'on')

/** Whether the latest key is the "g" of a shortcut such as "g l" (`first`), or the key after it (`second`). */
const sequence = { first: false, second: false }

// Before all other handlers of the key, because each of them must know what the key means.
addEventListener(
  'keydown',
  (event) => {
    const isLetter = !withControl(event) && isShortcut(event)
    sequence.second = sequence.first && isLetter
    sequence.first = event.key === 'g' && isLetter && !sequence.second
  },
  true
)

/** Returns true if the key that is being handled is the second of "g l". Alone, the same key may mean something else. */
export const isSecondKey = () => sequence.second

/**
 * Keyboard shortcuts of a screen, by `event.key`. Press the two letters of "g l" one after the other. Shortcuts are off
 * in text fields and menus, and while a dialog is open. The user can turn off all shortcuts without Ctrl or Meta.
 */
export function useKeys(keys: Record<string, (event: KeyboardEvent) => void>) {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || !isShortcut(event)) return
      const name = `${withControl(event) ? 'Mod+' : ''}${event.key}`
      const run = current.current[isSecondKey() ? `g ${name}` : name]
      if (!run) return
      event.preventDefault()
      run(event)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
