import { useCondition } from '../../../../console/src/api/condition'
import { later } from '../../../../console/src/ui/later'

const SignInAgain = later(() => import('./sign_in_again').then((file) => file.SignInAgain))

/** What is shown once the session of this page is over. */
export const SessionOver = () => useCondition().sessionOver && <SignInAgain />
