import { useEffect } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { usePortal } from '../../api/portal'
import { onOtherTabs, signedIn } from '../../api/session'
import { queryClient } from '../../../../console/src/query_client'
import { place } from '../../api/place'
import { useAskedPage } from './asked_page'
import { Card } from './card'
import { Doors } from './doors'

/**
 * Returns a function that opens a page of the portal after sign-in, with no token after a sign-in in another tab. It
 * clears cached data, because this sign-in may open more or less than the previous one.
 */
export function useGoInside() {
  const inside = useAskedPage()
  const navigate = useNavigate()
  return (token?: string) => {
    if (token && !signedIn(token)) return
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'portal' })
    void navigate({ href: `${place.base.replace(/\/$/, '')}${inside}`, replace: true })
  }
}

export function SignIn() {
  const { name, orgId } = usePortal()
  const goInside = useGoInside()
  useEffect(() => onOtherTabs(orgId, { arrived: goInside }))
  return (
    <Card title="Sign in" about={`View your licenses from ${name} and get help.`}>
      <Doors done={goInside} />
    </Card>
  )
}
