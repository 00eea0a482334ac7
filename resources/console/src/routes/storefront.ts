import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyParts } from '../search'
import { shell } from './frame'

const orders = () => import('../screens/storefront/orders_screens')
const processors = () => import('../screens/storefront/processors_screens')

/** Listings, orders, and payment processors with their events. */
export const storefrontRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/storefront',
    validateSearch: onlyParts('state', 'person'),
    component: lazyRouteComponent(orders, 'Orders'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/storefront/orders/$id',
    component: lazyRouteComponent(orders, 'OrderPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/storefront/listings',
    component: lazyRouteComponent(() => import('../screens/storefront/listings'), 'Listings'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/storefront/shop',
    component: lazyRouteComponent(() => import('../screens/storefront/shop'), 'Shop'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/storefront/processors',
    component: lazyRouteComponent(processors, 'Processors'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/storefront/processors/$id',
    validateSearch: onlyParts('state'),
    component: lazyRouteComponent(processors, 'ProcessorPage'),
  }),
] as const
