import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyParts } from '../search'
import { shell } from './frame'

/** Settings of the org and of the signed-in user, one page for each subject. */
export const settingsRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/settings',
    component: lazyRouteComponent(() => import('../screens/settings/org'), 'OrgSettings'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/you',
    component: lazyRouteComponent(() => import('../screens/settings/you'), 'YourSettings'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/portal',
    component: lazyRouteComponent(() => import('../screens/settings/portal'), 'PortalSettings'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/domains',
    component: lazyRouteComponent(() => import('../screens/settings/domains'), 'DomainSettings'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/sso',
    validateSearch: onlyParts('test', 'error'),
    component: lazyRouteComponent(() => import('../screens/settings/sso'), 'SsoSettings'),
  }),
] as const
