import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { changeCondition } from '../../api/condition'
import { useMe } from '../../api/me'
import { readUserId } from '../../api/read_user_id'
import { onOtherTabs } from '../../api/session'
import { useRestored } from '../../ui/use_restored'

/** How often somebody has signed in in another tab. */
let arrivals = 0

/**
 * Follows sign-in and sign-out in other tabs of the browser. All requests of this tab belong to one user. If a
 * different user signs in, the page is loaded again, so that what still waits is never sent. With `staysHere`, its address
 * is for whoever signs in next, like that of an invitation.
 */
export function useOtherTabs({ staysHere = false } = {}) {
  const { id } = useMe().user
  const queryClient = useQueryClient()
  useRestored()
  useEffect(() => {
    const arrived = async () => {
      changeCondition({ userUnsure: true })
      const arrival = ++arrivals
      const userId = await readUserId()
      // The answer may be of before the last arrival, which looks for itself.
      if (arrival !== arrivals) return
      if (userId !== id) return staysHere ? location.reload() : location.assign('/console')
      changeCondition({ sessionOver: false, userUnsure: false })
      void queryClient.invalidateQueries({ queryKey: ['me'] })
    }
    const leave = () => {
      const here = new URLSearchParams({ to: location.pathname + location.search })
      location.assign(`/console/sign-in${staysHere ? `?${here.toString()}` : ''}`)
    }
    onOtherTabs({ leave, arrived: () => void arrived() })
  }, [id, staysHere, queryClient])
}
