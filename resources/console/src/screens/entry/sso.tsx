import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { asRefusal, Refusal } from '../../api/refusal'
import { beginSso, endSso, wayBegun } from '../../api/sso_sign_in'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Refused } from '../../ui/refused'
import { Waiting } from '../../ui/states'
import { Card } from './card'
import { SecondFactor } from './credentials'
import { useDestination, useEnter } from './sign_in'

/** Asks for the email address. Its domain decides which provider signs the user in. */
export function SsoSignIn() {
  const to = useDestination()
  const begun = useWrite((email: string) => beginSso(email, to), {
    done: (redirectUrl) => location.assign(redirectUrl),
  })
  return (
    <Card
      title="Single sign-on"
      about="Sign in through your organisation’s identity provider."
      foot={
        <Link to="/sign-in" search={{ to }} className="linked">
          Sign in with a password
        </Link>
      }
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          begun.write(String(new FormData(event.currentTarget).get('email')).trim())
        }}
      >
        <Field
          label="Work email"
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          problem={begun.refusal?.fields.email}
        />
        <Refused refusal={begun.refusal} shown={['email']} />
        <Button type="submit" look="primary wide" busy={begun.busy}>
          Continue
        </Button>
      </form>
    </Card>
  )
}

/** The page to which the provider redirects the browser, with a code or an error. */
export function SsoReturn() {
  const { code, error, requestId } = useSearch({ from: '/sso' })
  const enter = useEnter()
  const query = useQuery({
    queryKey: ['sso', code],
    queryFn: () => endSso(code ?? ''),
    enabled: code !== undefined,
    retry: false,
    // The code is good for one call.
    staleTime: 'static',
  })
  const ended = query.data
  const challenge = ended && 'requires2FA' in ended.answer ? ended.answer : null
  const to = ended && !challenge ? ended.to : undefined
  useEffect(() => {
    if (to !== undefined) enter(to)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the answer is there
  }, [to])
  const [isLinked] = useState(() => wayBegun() === 'linked')
  const refusal = query.error
    ? asRefusal(query.error)
    : code === undefined
      ? notSignedIn(error, isLinked, requestId)
      : null
  return (
    <Card
      title={isLinked ? 'Sign in' : 'Single sign-on'}
      foot={
        refusal && (
          <Link to={isLinked ? '/sign-in' : '/sign-in/sso'} search={{}} className="linked">
            Try again
          </Link>
        )
      }
    >
      {challenge && ended ? (
        <SecondFactor
          challenge={challenge}
          done={() => enter(ended.to)}
          back={() => location.assign('/console/sign-in')}
        />
      ) : refusal ? (
        <Refused refusal={refusal} />
      ) : (
        <Waiting rows={2} />
      )}
    </Card>
  )
}

function notSignedIn(error = 'UNKNOWN', isLinked: boolean, requestId?: string) {
  if (isLinked && error === 'FORBIDDEN')
    return new Refusal(
      0,
      error,
      'No user has linked this account. Sign in with your password and link it in your settings.'
    )
  const message =
    error === 'FORBIDDEN'
      ? 'The organisation did not let you in. Its administrators find the reason in their settings, under Single sign-on.'
      : `Your provider did not sign you in: ${error}`
  return new Refusal(0, error, message, requestId)
}
