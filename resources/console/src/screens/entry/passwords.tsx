import { Link, useSearch } from '@tanstack/react-router'
import { forgotPassword, resetPassword } from '../../api/accounts'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Refused } from '../../ui/refused'
import { Card } from './card'
import { IncompleteLink } from './incomplete_link'

const toSignIn = (
  <Link to="/sign-in" search={{}} className="linked">
    Back to sign-in
  </Link>
)

export function ForgotPassword() {
  const asked = useWrite((email: string) => forgotPassword({ body: { email } }))
  return (
    <Card title="Forgot password" about="We email you a link to set a new password." foot={toSignIn}>
      {asked.answer ? (
        <p className="notice ok" role="status">
          If an account with this address exists, the email is on its way.
        </p>
      ) : (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault()
            asked.write(String(new FormData(event.currentTarget).get('email')))
          }}
        >
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            autoFocus
            problem={asked.refusal?.fields.email}
          />
          <Refused refusal={asked.refusal} shown={['email']} />
          <Button type="submit" look="primary wide" busy={asked.busy}>
            Send link
          </Button>
        </form>
      )}
    </Card>
  )
}

const RESET = 'Set a new password'

export function ResetPassword() {
  const { token } = useSearch({ strict: false })
  return token ? <NewPassword token={token} /> : <IncompleteLink title={RESET} />
}

function NewPassword({ token }: { token: string }) {
  const reset = useWrite((password: string) => resetPassword({ body: { token, password } }))
  const problem = reset.refusal?.fields.password
  return (
    <Card title={RESET} about="All existing sessions will be signed out." foot={toSignIn}>
      {reset.answer ? (
        <p className="notice ok" role="status">
          Your password is set. You can sign in now.
        </p>
      ) : (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault()
            reset.write(String(new FormData(event.currentTarget).get('password')))
          }}
        >
          <Field
            label="New password"
            name="password"
            type="password"
            autoComplete="new-password"
            required
            autoFocus
            problem={problem}
          />
          <Refused refusal={reset.refusal} shown={['password']} />
          <Button type="submit" look="primary wide" busy={reset.busy}>
            Set password
          </Button>
        </form>
      )}
    </Card>
  )
}
