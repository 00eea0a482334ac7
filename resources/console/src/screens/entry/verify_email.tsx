import { useEffect } from 'react'
import { Link, useSearch } from '@tanstack/react-router'
import { verifyEmail } from '../../api/accounts'
import { useWrite } from '../../api/writes'
import { Refused } from '../../ui/refused'
import { Card } from './card'

/** Where the link of the mail leads; opening it is all there is to do. */
export function VerifyEmail() {
  const { token = '' } = useSearch({ strict: false })
  const { write, answer, refusal } = useWrite((body: { token: string }) => verifyEmail({ body }))
  useEffect(() => write({ token }), [write, token])
  return (
    <Card
      title="Confirm your email address"
      foot={
        <Link to="/" className="linked">
          Go to the console
        </Link>
      }
    >
      {answer && (
        <p className="notice ok" role="status">
          Your email address is confirmed.
        </p>
      )}
      {!answer && !refusal && <p role="status">One moment</p>}
      <Refused refusal={refusal} />
    </Card>
  )
}
