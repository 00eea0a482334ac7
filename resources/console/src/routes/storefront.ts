import { createRoute } from '@tanstack/react-router'
import { onlyParts } from '../search'
import { shell } from './frame'
import { lazyPage } from '../ui/lazy_page'

const orders = () => import('../screens/storefront/orders_screens')
const processors = () => import('../screens/storefront/processors_screens')

/** Listings, orders, and payment processors with their events. */
export const storefrontRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/storefront',
    validateSearch: onlyParts('state', 'person'),
    component: lazyPage(orders, 'Orders'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/storefront/orders/$id',
    component: lazyPage(orders, 'OrderPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/storefront/listings',
    component: lazyPage(() => import('../screens/storefront/listings'), 'Listings'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/storefront/shop',
    component: lazyPage(() => import('../screens/storefront/shop'), 'Shop'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/storefront/processors',
    component: lazyPage(processors, 'Processors'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/storefront/processors/$id',
    validateSearch: onlyParts('state'),
    component: lazyPage(processors, 'ProcessorPage'),
  }),
] as const
