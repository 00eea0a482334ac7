import { asRefusal } from '../api/refusal'
import { toast } from './toasts'

/**
 * Signs the user out with `end`, then runs `leave`. If the service does not end the session, the user is told and stays: a
 * sign-in page would hide that the session goes on. A session that had ended before is as good as ended.
 */
export async function signOutWith(end: () => Promise<unknown>, leave: () => void) {
  try {
    await end()
  } catch (error) {
    const { status, message } = asRefusal(error)
    if (status !== 401) return toast(message, { bad: true })
  }
  leave()
}
