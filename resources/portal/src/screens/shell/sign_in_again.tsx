import { Dialog } from '../../../../console/src/ui/dialog'
import { signedIn } from '../../api/session'
import { Doors } from '../entry/doors'

/** On top of the page, so that nothing that was typed is lost; what was asked meanwhile is asked again. */
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
