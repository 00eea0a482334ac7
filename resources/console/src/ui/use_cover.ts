import { useRef } from 'react'
import { useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address is that of a dialog, and the one before it in the history that of the page below. */
    covers?: boolean
  }
}

/**
 * For a dialog with an address of its own. Returns a function that closes it. If the dialog was opened on its page, it
 * goes back to that: a second entry of the page in the history would make the next "back" do nothing. Otherwise, e.g.
 * after a link from elsewhere, `close` takes the dialog out of the address.
 */
export function useCover(close: () => void): () => void {
  const { history } = useRouter()
  // Going back takes a moment. A second Escape meanwhile must not go back further.
  const isClosing = useRef(false)
  return () => {
    if (!history.location.state.covers) return close()
    if (!isClosing.current) history.back()
    isClosing.current = true
  }
}
