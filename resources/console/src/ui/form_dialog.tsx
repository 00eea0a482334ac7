import type { ReactNode } from 'react'
import type { Refusal } from '../api/refusal'
import { Button } from './button'
import { Dialog } from './dialog'
import { Refused } from './refused'

type Props = {
  title: string
  about?: ReactNode
  /** What the button says that sends it. */
  label: string
  look?: string
  danger?: boolean
  disabled?: boolean
  busy: boolean
  refusal: Refusal | null
  /** The fields that show their own problems. */
  shown?: readonly string[]
  onClose: () => void
  send: (typed: FormData) => void
  children?: ReactNode
}

/** A dialog that asks for some words and sends them. */
export function FormDialog({
  title,
  about,
  label,
  look,
  danger = false,
  disabled,
  busy,
  refusal,
  shown = [],
  onClose,
  send,
  children,
}: Props) {
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
        <Refused refusal={notShown(refusal, shown)} />
        <div className="actions end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled}>
            {label}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** A refusal that is more than the problems that stand beside fields. */
export function notShown(refusal: Refusal | null, shown: readonly string[]): Refusal | null {
  const told =
    refusal && refusal.details.length > 0 && refusal.details.every(({ field }) => shown.includes(field))
  return told ? null : refusal
}
