import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyParts } from '../search'
import { shell } from './frame'

const licenses = () => import('../screens/licenses')
const operations = () => import('../screens/operations')
const products = () => import('../screens/products')

/** Products, their licenses, and what is done to many of them at once. */
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
    component: lazyRouteComponent(licenses, 'Licenses'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/licenses/$id',
    validateSearch: onlyParts('tab'),
    component: lazyRouteComponent(licenses, 'License'),
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
    component: lazyRouteComponent(products, 'Products'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/products/$id',
    validateSearch: onlyParts('tab', 'channel', 'status'),
    component: lazyRouteComponent(products, 'ProductPage'),
  }),
] as const
