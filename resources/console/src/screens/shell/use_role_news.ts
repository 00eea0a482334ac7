import { useEffect, useRef } from 'react'
import type { Org } from '../../api/types'
import { toast } from '../../ui/toasts'
import { roleName } from '../team/roles'

/** Says that the user's role in this org has changed, because controls appear or disappear with it. */
export function useRoleNews(org: Org | undefined) {
  const last = useRef(org)
  useEffect(() => {
    const { current } = last
    if (org && org.id === current?.id && org.role !== current.role)
      toast(`Your role is now ${roleName(org.role)}`)
    last.current = org
  }, [org])
}
