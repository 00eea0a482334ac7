import { useMe } from '../../api/me'
import { signedIn } from '../../api/session'
import { Dialog } from '../../ui/dialog'
import { Credentials } from '../entry/credentials'

/** Opens on top of the page, so that typed text is not lost. Requests that failed in the meantime are sent again. */
export function SignInAgain() {
  const { user } = useMe()
  return (
    <Dialog
      title="Your session has expired"
      about={`Sign in as ${user.email} to continue where you were.`}
      onClose={() => {}}
      firm
    >
      <Credentials email={user.email} done={signedIn}>
        <p className="small">
          <a href="/console/sign-in" target="_blank" rel="noopener">
            Sign in another way in a new tab
          </a>
        </p>
        <p className="small">
          <a href="/console/sign-in">Sign in as another user</a>
        </p>
      </Credentials>
    </Dialog>
  )
}
