import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyParts } from '../search'
import { inside } from './frame'

const admin = () => import('../screens/admin')

/** Pages about the whole service, for platform admins. */
export const adminRoutes = [
  createRoute({
    getParentRoute: () => inside,
    path: '/admin',
    validateSearch: onlyParts('search'),
    component: lazyRouteComponent(admin, 'AdminOrgs'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/admin/users',
    validateSearch: onlyParts('search'),
    component: lazyRouteComponent(admin, 'AdminUsers'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/admin/queues',
    component: lazyRouteComponent(admin, 'AdminQueues'),
  }),
] as const
