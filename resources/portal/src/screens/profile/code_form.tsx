import type { Refusal } from '../../../../console/src/api/refusal'
import { Button } from '../../../../console/src/ui/button'
import { Field } from '../../../../console/src/ui/field'
import { Refused } from '../../../../console/src/ui/refused'

type Props = {
  about: string
  label: string
  look?: string
  sent: { write: (code: string) => void; busy: boolean; refusal: Refusal | null }
  back: () => void
}

/** Asks for a mailed code, for actions that require one. */
export function CodeForm({ about, label, look = 'primary', sent, back }: Props) {
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        sent.write(String(new FormData(event.currentTarget).get('code')).replace(/\s/g, ''))
      }}
    >
      <Field
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        required
        autoFocus
        hint={about}
      />
      <Refused refusal={sent.refusal} />
      <div className="actions">
        <Button type="submit" look={look} busy={sent.busy}>
          {label}
        </Button>
        <Button look="plain" onClick={back}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
