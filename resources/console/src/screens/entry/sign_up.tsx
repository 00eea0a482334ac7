import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { signUp } from '../../api/accounts'
import { hasSession } from '../../api/session'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Refused } from '../../ui/refused'
import { Card } from './card'
import { DROPPED } from './credentials'
import { useGoInside } from './sign_in'

export function SignUp() {
  const goInside = useGoInside()
  const [dropped, setDropped] = useState(false)
  const account = useWrite(
    (body: { email: string; password: string }) => signUp({ body: { ...body, useCookies: true } }),
    { done: () => (hasSession() ? goInside() : setDropped(true)) }
  )
  const problems = account.refusal?.fields ?? {}
  return (
    <Card
      title="Create an account"
      about="Includes an organisation for your products and licenses."
      foot={
        <Link to="/sign-in" search={{}} className="linked">
          Sign in instead
        </Link>
      }
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget)
          account.write({ email: String(typed.get('email')), password: String(typed.get('password')) })
        }}
      >
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          problem={problems.email}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          problem={problems.password}
        />
        <Refused refusal={dropped ? DROPPED : account.refusal} shown={['email', 'password']} />
        <Button type="submit" look="primary wide" busy={account.busy}>
          Create account
        </Button>
      </form>
    </Card>
  )
}
