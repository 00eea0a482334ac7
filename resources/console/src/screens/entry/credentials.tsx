import { useState, type ReactNode } from 'react'
import { signIn, verifySignIn } from '../../api/accounts'
import { Refusal } from '../../api/refusal'
import { hasSession } from '../../api/session'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Refused } from '../../ui/refused'

/** Over plain HTTP a browser silently drops the cookies of a service in production. */
export const DROPPED = new Refusal(
  0,
  'COOKIES_DROPPED',
  'The browser did not keep the session. In production, sign-in works over https only.'
)

type Challenge = { challengeToken: string }

/**
 * Asks for email and password, and for a code if the user has a second factor. Calls `done` once the session cookies
 * are set.
 */
export function Credentials({
  email,
  done,
  children,
}: {
  email?: string
  done: () => void
  children?: ReactNode
}) {
  const [dropped, setDropped] = useState(false)
  const keep = () => (hasSession() ? done() : setDropped(true))
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const first = useWrite(
    (body: { email: string; password: string }) => signIn({ body: { ...body, useCookies: true } }),
    {
      done: (answer) => ('requires2FA' in answer ? setChallenge(answer) : keep()),
    }
  )
  if (challenge)
    return (
      <SecondFactor challenge={challenge} done={keep} dropped={dropped} back={() => setChallenge(null)} />
    )
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget)
        first.write({ email: email ?? String(typed.get('email')), password: String(typed.get('password')) })
      }}
    >
      {email ? (
        <input type="hidden" name="email" value={email} autoComplete="username" />
      ) : (
        <Field label="Email" name="email" type="email" autoComplete="username" required autoFocus />
      )}
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={email !== undefined}
      />
      <Refused refusal={dropped ? DROPPED : first.refusal} />
      <Button type="submit" look="primary wide" busy={first.busy}>
        Sign in
      </Button>
      {children}
    </form>
  )
}

type SecondProps = { challenge: Challenge; done: () => void; dropped?: boolean; back: () => void }

/** Asks for the code of an authenticator app or a backup code, after a successful first step. */
export function SecondFactor({ challenge, done, dropped, back }: SecondProps) {
  const second = useWrite(
    (code: string) => verifySignIn({ body: { ...challenge, code, useCookies: true } }),
    { done }
  )
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        second.write(String(new FormData(event.currentTarget).get('code')).trim())
      }}
    >
      <Field
        label="Code"
        name="code"
        hint="From your authenticator app, or a backup code."
        autoComplete="one-time-code"
        required
        autoFocus
      />
      <Refused refusal={dropped ? DROPPED : second.refusal} />
      <div className="actions">
        <Button type="submit" look="primary" busy={second.busy}>
          Continue
        </Button>
        <Button look="plain" onClick={back}>
          Back
        </Button>
      </div>
    </form>
  )
}
