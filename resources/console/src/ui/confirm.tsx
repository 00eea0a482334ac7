import type { ReactNode } from 'react'
import type { Refusal } from '../api/refusal'
import { Button } from './button'
import { Dialog } from './dialog'
import { Refused } from './refused'

type Props = {
  title: string
  about: ReactNode
  label: string
  busy: boolean
  refusal: Refusal | null
  onClose: () => void
  go: () => void
}

/** Asks for confirmation before an action that cannot be undone. */
export function Confirm({ title, about, label, busy, refusal, onClose, go }: Props) {
  return (
    <Dialog title={title} about={about} onClose={onClose}>
      <Refused refusal={refusal} />
      <div className="actions end">
        <Button onClick={onClose} autoFocus>
          Cancel
        </Button>
        <Button look="danger" busy={busy} onClick={go}>
          {label}
        </Button>
      </div>
    </Dialog>
  )
}
