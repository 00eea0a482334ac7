import { createRoute } from '@tanstack/react-router'
import { onlyParts } from '../search'
import { inside } from './frame'
import { lazyPage } from '../ui/lazy_page'

const admin = () => import('../screens/admin')

/** Pages about the whole service, for platform admins. */
export const adminRoutes = [
  createRoute({
    getParentRoute: () => inside,
    path: '/admin',
    validateSearch: onlyParts('search'),
    component: lazyPage(admin, 'AdminOrgs'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/admin/users',
    validateSearch: onlyParts('search'),
    component: lazyPage(admin, 'AdminUsers'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/admin/queues',
    component: lazyPage(admin, 'AdminQueues'),
  }),
] as const
