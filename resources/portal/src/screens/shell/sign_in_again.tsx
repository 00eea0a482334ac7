import { Dialog } from '../../../../console/src/ui/dialog'
import { signedIn } from '../../api/session'
import { Doors } from '../entry/doors'

/** Opens on top of the page, so that typed text is not lost. Requests that failed in the meantime are sent again. */
export function SignInAgain() {
  return (
    <Dialog
      title="You are signed out"
      about="Sign in again to continue where you were."
      onClose={() => {}}
      firm
    >
      <Doors done={signedIn} />
    </Dialog>
  )
}
