import type { ReactNode } from 'react'
import type { SentByDialog } from '../api/writes'
import { Button } from './button'
import { Dialog, useForgotten } from './dialog'
import { Refused } from './refused'

type Props = {
  title: string
  about?: ReactNode
  /** The text of the submit button. */
  label: string
  look?: string
  danger?: boolean
  disabled?: boolean
  sent: SentByDialog
  /** The fields that show their own messages. */
  shown?: readonly string[]
  onClose: () => void
  send: (typed: FormData) => void
  children?: ReactNode
}

/** A dialog with a form. */
export function FormDialog({
  title,
  about,
  label,
  look,
  danger = false,
  disabled,
  sent,
  shown = [],
  onClose,
  send,
  children,
}: Props) {
  useForgotten(sent)
  return (
    <Dialog title={title} about={about} look={look} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          send(new FormData(event.currentTarget))
        }}
      >
        {children}
        <Refused refusal={sent.refusal} shown={shown} />
        <div className="actions end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} busy={sent.busy} disabled={disabled}>
            {label}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
