import { createRoute } from '@tanstack/react-router'
import { onlyParts } from '../search'
import { shell } from './frame'
import { lazyPage } from '../ui/lazy_page'

/** Settings of the org and of the signed-in user, one page for each subject. */
export const settingsRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/settings',
    component: lazyPage(() => import('../screens/settings/org'), 'OrgSettings'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/you',
    component: lazyPage(() => import('../screens/settings/you'), 'YourSettings'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/portal',
    component: lazyPage(() => import('../screens/settings/portal'), 'PortalSettings'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/domains',
    component: lazyPage(() => import('../screens/settings/domains'), 'DomainSettings'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/sso',
    validateSearch: onlyParts('test', 'error'),
    component: lazyPage(() => import('../screens/settings/sso'), 'SsoSettings'),
  }),
] as const
