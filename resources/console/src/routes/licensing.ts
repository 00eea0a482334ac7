import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyParts } from '../search'
import { shell } from './frame'

const operations = () => import('../screens/operations')

/** Products, their licenses, and operations on many licenses. */
export const licensingRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/',
    validateSearch: onlyParts('days'),
    component: lazyRouteComponent(() => import('../screens/overview'), 'Overview'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/licenses',
    validateSearch: onlyParts(
      'status',
      'frozen',
      'product',
      'search',
      'from',
      'to',
      'expires',
      'owner',
      'sort',
      'peek',
      'new'
    ),
    component: lazyRouteComponent(() => import('../screens/licenses/licenses'), 'Licenses'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/licenses/$id',
    validateSearch: onlyParts('tab'),
    component: lazyRouteComponent(() => import('../screens/licenses/license'), 'License'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/import',
    component: lazyRouteComponent(() => import('../screens/import'), 'Import'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/operations',
    validateSearch: onlyParts('type', 'status'),
    component: lazyRouteComponent(operations, 'Operations'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/operations/$id',
    component: lazyRouteComponent(operations, 'OperationPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/products',
    component: lazyRouteComponent(() => import('../screens/products/products'), 'Products'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/products/$id',
    validateSearch: onlyParts('tab', 'channel', 'status'),
    component: lazyRouteComponent(() => import('../screens/products/product'), 'ProductPage'),
  }),
] as const
