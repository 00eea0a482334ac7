import { useSearch, Link } from '@tanstack/react-router'
import { giveLink } from '../../api/doors'
import { usePortal } from '../../api/portal'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import { Refused } from '../../../../console/src/ui/refused'
import { isSpent, landed } from '../../api/landing'
import { Card } from './card'
import { useGoInside } from './sign_in'

/** The page of a mailed link. It requires a click, because mail scanners open every link. */
export function MailedLink() {
  const { name } = usePortal()
  const { to } = useSearch({ strict: false })
  const goInside = useGoInside()
  const { write, busy, refusal } = useWrite(
    (token: string) => giveLink({ body: { token, useCookies: true } }),
    {
      done: ({ tokens }) => goInside(tokens.accessToken),
    }
  )
  return (
    <Card title={`Sign in to ${name}`} about="This link signs you in once.">
      <Refused refusal={refusal} />
      {isSpent(refusal) ? (
        <Link to="/sign-in" search={{ to }} className="button wide">
          Sign in another way
        </Link>
      ) : (
        <Button
          look="primary wide"
          busy={busy}
          onClick={() => write(landed?.kind === 'token' ? landed.value : '')}
          autoFocus
        >
          Sign in
        </Button>
      )}
    </Card>
  )
}
