import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Dialog as Base } from '@base-ui/react/dialog'
import type { SentByDialog } from '../api/writes'
import { Withdrawal } from './while_allowed'

type Props = {
  title: string
  about?: ReactNode
  onClose: () => void
  children: ReactNode
  look?: string
  /** The dialog closes only through its own buttons. */
  firm?: boolean
}

/**
 * Returns a function that finds the element that has the focus now, or the list or page around it if it is gone by
 * then; undefined if no element has the focus.
 */
function focused() {
  const { activeElement: element, body } = document
  if (!element || element === body) return undefined
  const around = [element.closest<HTMLElement>('[role=grid], .scroll-x'), document.querySelector('main')]
  return () => [element as HTMLElement, ...around].find((one) => one?.isConnected) ?? true
}

/**
 * Forgets an earlier refusal of the write of a dialog when the dialog opens. It does so before the dialog is painted. When
 * the dialog closes nothing is forgotten: its page may show the answer next, e.g. a secret.
 */
export function useForgotten({ refusal, reset }: SentByDialog) {
  const earlier = useRef(refusal)
  useLayoutEffect(() => {
    if (earlier.current) reset?.()
    earlier.current = null
  }, [reset])
}

/** A dialog that is open as long as it is rendered. */
export function Dialog({ title, about, onClose, children, look = '', firm = false }: Props) {
  // Read before an element of the dialog gets the focus.
  const [{ opener }] = useState(() => ({ opener: focused() }))
  // An opener that goes in the same moment as the dialog is still there when the library gives it the focus.
  useEffect(
    () => () => {
      const place = document.activeElement === document.body && opener?.()
      if (place instanceof HTMLElement) place.focus({ preventScroll: true })
    },
    [opener]
  )
  return (
    <Base.Root open onOpenChange={(open) => !open && !firm && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className={`dialog ${look}`} finalFocus={opener}>
          <header>
            <Base.Title>{title}</Base.Title>
            {about && <Base.Description className="quiet small">{about}</Base.Description>}
          </header>
          <Withdrawal />
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
