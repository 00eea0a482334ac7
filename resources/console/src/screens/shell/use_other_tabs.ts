import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { readMe } from '../../api/accounts'
import { changeCondition } from '../../api/condition'
import { useMe } from '../../api/me'
import { onOtherTabs } from '../../api/session'

/**
 * Follows who is signed in, as other tabs of the browser have it. What waits in this one for its session was asked for by
 * one user, and is sent for nobody else.
 */
export function useOtherTabs() {
  const { id } = useMe().user
  const queryClient = useQueryClient()
  useEffect(() => {
    const arrived = async () => {
      const { user } = await readMe({})
      if (user.id !== id) return location.assign('/console')
      changeCondition({ sessionOver: false })
      void queryClient.invalidateQueries({ queryKey: ['me'] })
    }
    onOtherTabs({
      leave: () => location.assign('/console/sign-in'),
      arrived: () => void arrived().catch(() => {}),
    })
  }, [id, queryClient])
}
