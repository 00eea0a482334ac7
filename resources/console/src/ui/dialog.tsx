import { useEffect, useState, type ReactNode } from 'react'
import { Dialog as Base } from '@base-ui/react/dialog'
import type { SentByDialog } from '../api/writes'

type Props = {
  title: string
  about?: ReactNode
  onClose: () => void
  children: ReactNode
  look?: string
  /** The dialog closes only through its own buttons. */
  firm?: boolean
}

/** Returns a function that finds the element that has the focus now; undefined if none has it. */
function focused() {
  const { activeElement, body } = document
  return activeElement && activeElement !== body ? () => activeElement as HTMLElement : undefined
}

/** Forgets how a write of a dialog ended when the dialog closes, so that it opens without an earlier refusal. */
export function useForgotten({ reset }: SentByDialog) {
  useEffect(() => reset, [reset])
}

/** A dialog that is open as long as it is rendered. */
export function Dialog({ title, about, onClose, children, look = '', firm = false }: Props) {
  // Read before an element of the dialog gets the focus.
  const [{ opener }] = useState(() => ({ opener: focused() }))
  return (
    <Base.Root open onOpenChange={(open) => !open && !firm && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className={`dialog ${look}`} finalFocus={opener}>
          <header>
            <Base.Title>{title}</Base.Title>
            {about && <Base.Description className="quiet small">{about}</Base.Description>}
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
