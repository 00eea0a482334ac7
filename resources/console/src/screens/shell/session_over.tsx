import { useCondition } from '../../api/condition'
import { later } from '../../ui/later'

const SignInAgain = later(() => import('./sign_in_again').then((file) => file.SignInAgain))

/** Asks the user to sign in again after the session of this page has ended. */
export const SessionOver = () => useCondition().sessionOver && <SignInAgain />
