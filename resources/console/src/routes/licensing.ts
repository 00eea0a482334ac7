import { createRoute } from '@tanstack/react-router'
import { onlyParts } from '../search'
import { shell } from './frame'
import { lazyPage } from '../ui/lazy_page'

const operations = () => import('../screens/operations')

/** Products, their licenses, and operations on many licenses. */
export const licensingRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/',
    validateSearch: onlyParts('days'),
    component: lazyPage(() => import('../screens/overview'), 'Overview'),
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
    component: lazyPage(() => import('../screens/licenses/licenses'), 'Licenses'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/licenses/$id',
    validateSearch: onlyParts('tab'),
    component: lazyPage(() => import('../screens/licenses/license'), 'License'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/import',
    component: lazyPage(() => import('../screens/import'), 'Import'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/operations',
    validateSearch: onlyParts('type', 'status'),
    component: lazyPage(operations, 'Operations'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/operations/$id',
    component: lazyPage(operations, 'OperationPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/products',
    component: lazyPage(() => import('../screens/products/products'), 'Products'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/products/$id',
    validateSearch: onlyParts('tab', 'channel', 'status'),
    component: lazyPage(() => import('../screens/products/product'), 'ProductPage'),
  }),
] as const
