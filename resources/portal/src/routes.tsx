import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { onlyParts, parseSearch, stringifySearch } from '../../console/src/search'
import { Starting } from '../../console/src/screens/shell/starting'
import { queryClient } from '../../console/src/query_client'
import { landed } from './api/landing'
import { place } from './api/place'
import { portalQuery } from './api/portal'
import { renew, sessionNow } from './api/session'
import { SignIn } from './screens/entry/sign_in'
import { Elsewhere } from './screens/shell/elsewhere'
import { NotFound, NothingHere } from './screens/shell/not_found'
import { wearColour } from './ui/colour'
import { lazyPage } from '../../console/src/ui/lazy_page'

/** Returns the address inside the portal, without the base path of the portal. */
const inner = (href: string) => (href.startsWith(place.base) ? href.slice(place.base.length) : href) || '/'

/** True after the mailed link has been followed. It is followed once, on any page. */
let followed = false

const root = createRootRoute({
  beforeLoad: async ({ location }) => {
    const { branding } = await queryClient.ensureQueryData(portalQuery)
    wearColour(branding.accentColor)
    if (!landed || followed) return
    followed = true
    if (landed.kind === 'token') throw redirect({ to: '/link', search: { to: inner(location.href) } })
    if (landed.kind === 'invite') throw redirect({ to: '/invite' })
    throw redirect({ to: '/tickets/$id', params: { id: landed.value } })
  },
  component: Outlet,
  notFoundComponent: NothingHere,
  errorComponent: Elsewhere,
  pendingComponent: Starting,
})

/** The pages before sign-in. The sign-in page is part of the first file that the portal loads. */
const open = {
  signIn: createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: onlyParts('to'),
    component: SignIn,
  }),
  link: createRoute({
    getParentRoute: () => root,
    path: '/link',
    validateSearch: onlyParts('to'),
    component: lazyPage(() => import('./screens/entry/mailed_link'), 'MailedLink'),
  }),
  invite: createRoute({
    getParentRoute: () => root,
    path: '/invite',
    component: lazyPage(() => import('./screens/entry/invite'), 'Invite'),
  }),
}

/**
 * The parent of all pages that require sign-in. Redirects to the sign-in page, which returns to the requested page
 * afterwards.
 */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ location }) => {
    const { orgId } = await queryClient.ensureQueryData(portalQuery)
    if (sessionNow() || (await renew(orgId, null))) return
    throw redirect({ to: '/sign-in', search: { to: inner(location.href) } })
  },
  component: lazyPage(() => import('./screens/shell'), 'Shell'),
  pendingComponent: Starting,
  notFoundComponent: NotFound,
})

const licensesScreen = () => import('./screens/licenses')
const licenses = createRoute({
  getParentRoute: () => inside,
  path: '/',
  validateSearch: onlyParts('status', 'search'),
  component: lazyPage(licensesScreen, 'Licenses'),
})
const license = createRoute({
  getParentRoute: () => inside,
  path: '/licenses/$id',
  component: lazyPage(licensesScreen, 'License'),
})
const redeeming = createRoute({
  getParentRoute: () => inside,
  path: '/redeem',
  component: lazyPage(licensesScreen, 'Redeem'),
})
const ticketsScreen = () => import('./screens/tickets')
const tickets = createRoute({
  getParentRoute: () => inside,
  path: '/tickets',
  validateSearch: onlyParts('status'),
  component: lazyPage(ticketsScreen, 'Tickets'),
})
const newTicket = createRoute({
  getParentRoute: () => inside,
  path: '/tickets/new',
  validateSearch: onlyParts('license', 'follows'),
  component: lazyPage(ticketsScreen, 'NewTicket'),
})
const ticket = createRoute({
  getParentRoute: () => inside,
  path: '/tickets/$id',
  component: lazyPage(ticketsScreen, 'TicketPage'),
})
const shopScreen = () => import('./screens/shop')
const shop = createRoute({
  getParentRoute: () => inside,
  path: '/shop',
  validateSearch: onlyParts('license'),
  component: lazyPage(shopScreen, 'ShopPage'),
})
const listing = createRoute({
  getParentRoute: () => inside,
  path: '/shop/$id',
  validateSearch: onlyParts('license'),
  component: lazyPage(shopScreen, 'ListingPage'),
})
const orders = createRoute({
  getParentRoute: () => inside,
  path: '/orders',
  component: lazyPage(shopScreen, 'Orders'),
})
const order = createRoute({
  getParentRoute: () => inside,
  path: '/orders/$id',
  component: lazyPage(shopScreen, 'OrderPage'),
})
const profile = createRoute({
  getParentRoute: () => inside,
  path: '/profile',
  component: lazyPage(() => import('./screens/profile'), 'Profile'),
})

const routeTree = root.addChildren([
  ...Object.values(open),
  inside.addChildren([
    ...[licenses, license, redeeming, shop, listing, orders, order],
    ...[tickets, newTicket, ticket, profile],
  ]),
])

export const router = createRouter({
  routeTree,
  basepath: place.base,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
