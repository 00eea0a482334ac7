import { useNavigate, useRouter, useRouterState, type UseNavigateResult } from '@tanstack/react-router'

/**
 * Returns a function that navigates at the end of a write, unless the user has left the page by then: an answer that
 * comes late must not take them away from where they are.
 */
export function useOnward(): UseNavigateResult<string> {
  const router = useRouter()
  const navigate = useNavigate()
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  return (target) => (router.latestLocation.pathname === shown ? navigate(target) : Promise.resolve())
}
