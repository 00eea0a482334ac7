import type { ReactNode } from 'react'
import type { SentByDialog } from '../api/writes'
import { Button } from './button'
import { Dialog, useForgotten } from './dialog'
import { Refused } from './refused'

type Props = {
  title: string
  about: ReactNode
  label: string
  sent: SentByDialog
  onClose: () => void
  go: () => void
}

/** Asks for confirmation before an action that cannot be undone. */
export function Confirm({ title, about, label, sent, onClose, go }: Props) {
  useForgotten(sent)
  return (
    <Dialog title={title} about={about} onClose={onClose}>
      <Refused refusal={sent.refusal} />
      <div className="actions end">
        <Button onClick={onClose} autoFocus>
          Cancel
        </Button>
        <Button look="danger" busy={sent.busy} onClick={go}>
          {label}
        </Button>
      </div>
    </Dialog>
  )
}
