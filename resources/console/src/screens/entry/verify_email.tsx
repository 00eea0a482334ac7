import { useEffect } from 'react'
import { useSearch } from '@tanstack/react-router'
import { verifyEmail } from '../../api/accounts'
import { useWrite } from '../../api/writes'
import { Refused } from '../../ui/refused'
import { Card } from './card'
import { IncompleteLink } from './incomplete_link'
import { toConsole } from './to_console'

const TITLE = 'Confirm your email address'

/** The page of the link in the verification mail. Opening it verifies the address; no further step is needed. */
export function VerifyEmail() {
  const { token } = useSearch({ strict: false })
  return token ? <Verification token={token} /> : <IncompleteLink title={TITLE} />
}

function Verification({ token }: { token: string }) {
  const { write, answer, refusal } = useWrite((body: { token: string }) => verifyEmail({ body }))
  useEffect(() => write({ token }), [write, token])
  return (
    <Card title={TITLE} foot={toConsole}>
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
