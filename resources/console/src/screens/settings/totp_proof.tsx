import { useWrite } from '../../api/writes'
import { Field } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'

type Proof = { password: string; code: string }

/** Asks for a code before a change of the second factor, and also for the password if the change weakens it. */
export function TotpProof<Answer>({
  takesPassword = false,
  send,
  done,
  ...dialog
}: {
  title: string
  about?: string
  label: string
  takesPassword?: boolean
  send: (proof: Proof, key: string) => Promise<Answer>
  done: (answer: Answer) => void
  onClose: () => void
}) {
  const sent = useWrite(send, { done })
  return (
    <FormDialog
      {...dialog}
      danger={takesPassword}
      sent={sent}
      send={(typed) =>
        sent.write({ password: String(typed.get('password') ?? ''), code: String(typed.get('code')).trim() })
      }
    >
      {takesPassword && (
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
        />
      )}
      <Field
        label="Code"
        name="code"
        autoComplete="one-time-code"
        required
        autoFocus={!takesPassword}
        hint="From your authenticator app, or a backup code."
      />
    </FormDialog>
  )
}
