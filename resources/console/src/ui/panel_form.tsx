import type { ComponentProps, ReactNode, Ref } from 'react'
import type { Refusal } from '../api/refusal'
import { Button } from './button'
import { Refused } from './refused'
import { Withdrawal } from './while_allowed'

type Props = {
  title: string
  /** The page already shows the heading above the panel, as in the portal. */
  headed?: boolean
  /** The text of the submit button. Without it there is no button. */
  label?: string
  look?: string
  sent: { busy: boolean; refusal: Refusal | null }
  /** The fields that show their own messages. */
  shown?: readonly string[]
  send: (typed: FormData) => void
  /** For resetting the form after a successful write. */
  ref?: Ref<HTMLFormElement>
  /** Further properties of the form element, as those of `useFields`. */
  form?: ComponentProps<'form'>
  children: ReactNode
}

/** Settings in a panel of a page, which are saved together. */
export function PanelForm({
  title,
  headed = false,
  label,
  look,
  sent,
  shown = [],
  send,
  ref,
  form,
  children,
}: Props) {
  return (
    <form
      ref={ref}
      {...form}
      className="panel"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        send(new FormData(event.currentTarget))
      }}
    >
      {!headed && <h2>{title}</h2>}
      {children}
      <Refused refusal={sent.refusal} shown={shown} />
      <Withdrawal />
      {label && (
        <div className="actions">
          <Button type="submit" look={look} busy={sent.busy}>
            {label}
          </Button>
        </div>
      )}
    </form>
  )
}
