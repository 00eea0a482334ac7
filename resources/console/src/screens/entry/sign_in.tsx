import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readFacts } from '../../api/accounts'
import { signedIn } from '../../api/session'
import { Card } from './card'
import { Credentials } from './credentials'
import { LinkedSignIn } from './linked_sign_in'

/** Returns the page that the user wanted, or "/" if that address is outside the console. */
export function useDestination(): string {
  const { to } = useSearch({ strict: false })
  return to?.startsWith('/') && !to.startsWith('//') ? to.replace(/^\/console(?=\/|$)/, '') || '/' : '/'
}

/**
 * Returns a function that opens a page of the console after sign-in. It clears cached data of any user who was signed
 * in before.
 */
export function useEnter() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return (to: string) => {
    signedIn()
    queryClient.clear()
    void navigate({ href: `/console${to}`, replace: true })
  }
}

export function useGoInside() {
  const to = useDestination()
  const enter = useEnter()
  return () => enter(to)
}

export function SignIn() {
  const goInside = useGoInside()
  const destination = useDestination()
  const { data: facts } = useQuery({ queryKey: ['facts'], queryFn: ({ signal }) => readFacts({ signal }) })
  const { to } = useSearch({ strict: false })
  return (
    <Card
      title="Sign in"
      foot={
        <>
          {facts?.console.signUp === 'closed' ? (
            <span className="faint">Accounts are created by the operator</span>
          ) : (
            <Link to="/sign-up" search={{ to }} className="linked">
              Create an account
            </Link>
          )}
          <Link to="/forgot-password" className="linked">
            Forgot password
          </Link>
          <Link to="/sign-in/sso" search={{ to }} className="linked">
            Single sign-on
          </Link>
        </>
      }
    >
      <Credentials done={goInside} />
      {facts?.console.providerSignIn && <LinkedSignIn providers={facts.console.providers} to={destination} />}
    </Card>
  )
}
