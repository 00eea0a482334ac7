import { Link } from '@tanstack/react-router'
import { acceptInvite } from '../../api/doors'
import { usePortal } from '../../api/portal'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import { Field } from '../../../../console/src/ui/field'
import { Refused } from '../../../../console/src/ui/refused'
import { isSpent, landed } from '../../api/landing'
import { Card } from './card'
import { useGoInside } from './sign_in'

/** The page of an invite. Accepting it verifies the address and may set a password. */
export function Invite() {
  const { name, signIn } = usePortal()
  const goInside = useGoInside()
  const token = landed?.kind === 'invite' ? landed.value : ''
  const { write, busy, refusal } = useWrite(
    (password: string) => acceptInvite({ body: { token, useCookies: true, ...(password && { password }) } }),
    { done: ({ tokens }) => goInside(tokens.accessToken) }
  )
  const problem = refusal?.fields.password
  const isOver = isSpent(refusal) && !problem
  return (
    <Card title={`${name} invites you`} about="Accept to see your licenses here.">
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          write(String(new FormData(event.currentTarget).get('password') ?? ''))
        }}
      >
        {signIn.password && !isOver && (
          <Field
            label="Password (optional)"
            name="password"
            type="password"
            autoComplete="new-password"
            hint="Without a password you sign in with email codes."
            problem={problem}
          />
        )}
        <Refused refusal={refusal} shown={['password']} />
        {isOver ? (
          <Link to="/sign-in" className="button wide">
            Sign in
          </Link>
        ) : (
          <Button type="submit" look="primary wide" busy={busy}>
            Accept
          </Button>
        )}
      </form>
    </Card>
  )
}
