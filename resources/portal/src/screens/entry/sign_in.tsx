import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePortal } from '../../api/portal'
import { signedIn } from '../../api/session'
import { queryClient } from '../../../../console/src/query_client'
import { place } from '../../api/place'
import { Card } from './card'
import { Doors } from './doors'

/**
 * Returns a function that opens a page of the portal after sign-in. It clears cached data, because this sign-in may open
 * more or less than the previous one.
 */
export function useGoInside() {
  const { to = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const inside = /^\/(?!\/)/.test(to) ? to : '/'
  return (token: string) => {
    if (!signedIn(token)) return
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'portal' })
    void navigate({ href: `${place.base.replace(/\/$/, '')}${inside}`, replace: true })
  }
}

export function SignIn() {
  const { name } = usePortal()
  const goInside = useGoInside()
  return (
    <Card title="Sign in" about={`View your licenses from ${name} and get help.`}>
      <Doors done={goInside} />
    </Card>
  )
}
