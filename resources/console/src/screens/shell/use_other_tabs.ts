import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { dataOf, respond } from '../../api/call'
import { changeCondition } from '../../api/condition'
import { useMe } from '../../api/me'
import { pause } from '../../api/random'
import { onOtherTabs } from '../../api/session'

/** How long a look at the user waits after a refusal, in milliseconds. */
const LOOK_AGAIN = 2000

/** How often somebody has signed in in another tab. */
let arrivals = 0

async function readUserId(): Promise<string> {
  try {
    const response = await respond({ method: 'GET', first: true }, () => fetch('/v1/dashboard/me'))
    return (await dataOf<{ user: { id: string } }>(response)).user.id
  } catch {
    await pause(LOOK_AGAIN)
    return readUserId()
  }
}

/**
 * Follows sign-in and sign-out in other tabs of the browser. All requests of this tab belong to one user. If a
 * different user signs in, the page is loaded again, so that what still waits is never sent.
 */
export function useOtherTabs() {
  const { id } = useMe().user
  const queryClient = useQueryClient()
  useEffect(() => {
    const arrived = async () => {
      changeCondition({ userUnsure: true })
      const arrival = ++arrivals
      const userId = await readUserId()
      // The answer may be of before the last arrival, which looks for itself.
      if (arrival !== arrivals) return
      if (userId !== id) return location.assign('/console')
      changeCondition({ sessionOver: false, userUnsure: false })
      void queryClient.invalidateQueries({ queryKey: ['me'] })
    }
    onOtherTabs({ leave: () => location.assign('/console/sign-in'), arrived: () => void arrived() })
  }, [id, queryClient])
}
