import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { readMe } from '../../api/accounts'
import { changeCondition } from '../../api/condition'
import { useMe } from '../../api/me'
import { onOtherTabs } from '../../api/session'

/**
 * Follows sign-in and sign-out in other tabs of the browser. Requests that wait for a session in this tab belong to one
 * user. If a different user signs in, the page is loaded again, so that they are never sent.
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
