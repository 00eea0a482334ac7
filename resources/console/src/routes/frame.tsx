import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { meQuery } from '../api/me'
import { asRefusal } from '../api/refusal'
import { hasSession } from '../api/session'
import { queryClient } from '../query_client'
import { NotFound, NothingHere } from '../screens/shell/not_found'
import { Starting } from '../screens/shell/starting'
import { Broken } from '../screens/shell/broken'
import { lazyPage } from '../ui/lazy_page'

export const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NothingHere,
  errorComponent: Broken,
})

/**
 * The parent of all pages that require sign-in. Redirects to the sign-in page, which returns to the requested page
 * afterwards.
 */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ location }): Promise<void> => {
    const signIn = redirect({ to: '/sign-in', search: { to: location.href } })
    if (!hasSession()) throw signIn
    try {
      await queryClient.ensureQueryData(meQuery)
    } catch (error) {
      if (asRefusal(error).status === 401) throw signIn
      throw error
    }
  },
  component: Outlet,
  pendingComponent: Starting,
  pendingMs: 150,
  pendingMinMs: 0,
})

/** The frame around every screen of an org. */
export const shell = createRoute({
  getParentRoute: () => inside,
  path: '/$org',
  component: lazyPage(() => import('../screens/shell'), 'Shell'),
  notFoundComponent: NotFound,
  // It stays for another org; only its screens are of one.
  remountDeps: () => null,
})
