import { useState } from 'react'
import type { SentByDialog } from '../api/writes'
import { Button } from './button'
import { Field } from './field'
import { FormDialog } from './form_dialog'

type Props = {
  /** The kind of thing to delete, such as "product". */
  what: string
  /** Its name, which the user must type to confirm. */
  name: string
  /** The condition under which it can be deleted. */
  hint: string
  /** Everything that is deleted with it. */
  about: string
  sent: SentByDialog & { write: (words: null) => void }
}

/** Deletes something large. The user types its name to confirm. */
export function DeletePanel({ what, name, hint, about, sent }: Props) {
  const [asked, setAsked] = useState(false)
  const [typed, setTyped] = useState('')
  const close = () => {
    setAsked(false)
    setTyped('')
  }
  return (
    <section className="panel" aria-label={`Delete ${what}`}>
      <h2>Delete {what}</h2>
      <p className="small quiet">{hint}</p>
      <div className="actions">
        <Button onClick={() => setAsked(true)}>Delete {what}</Button>
      </div>
      {asked && (
        <FormDialog
          title={`Delete ${name}`}
          about={about}
          label="Delete"
          danger
          disabled={typed.trim() !== name.trim()}
          sent={sent}
          onClose={close}
          send={() => sent.write(null)}
        >
          <Field
            label={`Type “${name}”`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoFocus
          />
        </FormDialog>
      )}
    </section>
  )
}
