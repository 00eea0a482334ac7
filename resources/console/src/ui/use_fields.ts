import { useLayoutEffect, useRef, useState, type FocusEvent } from 'react'

/** What is typed in the fields: stored, on its way, or newer than both. */
type Words = 'stored' | 'sent' | 'typed'

/**
 * For a form that edits a row and whose fields hold what is typed. `key` is for the element around the fields: it follows
 * the `version` of the row, so that new fields show the row as it is stored, but never while something is typed that is not
 * stored. Spread `form` on the form element. Tell when the form was `sent`, and whether that was `done` or `refused`.
 */
export function useFields<Version extends string | undefined>(version: Version) {
  const [{ key, words }, set] = useState<{ key: Version; words: Words }>({
    key: version,
    words: 'stored',
  })
  if (key !== version && words === 'stored') set({ key: version, words })
  const after = (from: Words | null, to: Words) => () =>
    set((now) => (from === null || now.words === from ? { ...now, words: to } : now))
  const typed = after(null, 'typed')
  const ref = useRef<HTMLFormElement>(null)
  const focused = useRef<string | null>(null)
  // The field with the focus has gone with the others: the one in its place gets the focus.
  useLayoutEffect(() => {
    const { activeElement, body } = document
    const field = focused.current && ref.current?.elements.namedItem(focused.current)
    if (activeElement === body && field instanceof HTMLElement) field.focus()
  }, [key])
  return {
    key,
    sent: after(null, 'sent'),
    done: after('sent', 'stored'),
    refused: after('sent', 'typed'),
    form: {
      ref,
      onInput: () => words === 'typed' || typed(),
      onFocus: ({ target }: FocusEvent) => void (focused.current = target.getAttribute('name')),
      onBlur: () => void (focused.current = null),
    },
  }
}
