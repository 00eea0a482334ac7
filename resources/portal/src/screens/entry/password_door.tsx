import { givePassword } from '../../api/doors'
import { usePortal } from '../../api/portal'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import { Field } from '../../../../console/src/ui/field'
import { Refused } from '../../../../console/src/ui/refused'
import type { DoorProps } from './doors'

export function PasswordDoor({ done }: DoorProps) {
  const { orgId, signIn } = usePortal()
  const { write, busy, refusal } = useWrite(
    (typed: { email: string; password: string }) =>
      givePassword({ body: { orgId, ...typed, useCookies: true } }),
    { done: ({ tokens }) => done(tokens.accessToken) }
  )
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget)
        write({ email: String(typed.get('email')).trim(), password: String(typed.get('password')) })
      }}
    >
      <Field label="Email" name="email" type="email" autoComplete="username" required autoFocus />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        hint={
          signIn.code
            ? 'No password, or forgotten it? Sign in with an email code and set one in your profile.'
            : undefined
        }
      />
      <Refused refusal={refusal} />
      <Button type="submit" look="primary wide" busy={busy}>
        Sign in
      </Button>
    </form>
  )
}
