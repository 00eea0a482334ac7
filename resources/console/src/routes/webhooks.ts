import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyParts } from '../search'
import { shell } from './frame'

const webhooks = () => import('../screens/webhooks')

/** Webhook endpoints and their deliveries. */
export const webhookRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/webhooks',
    validateSearch: onlyParts('tab', 'status', 'event', 'since', 'until'),
    component: lazyRouteComponent(webhooks, 'Webhooks'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/webhooks/$product/$endpoint',
    validateSearch: onlyParts('status', 'event', 'since', 'until'),
    component: lazyRouteComponent(webhooks, 'EndpointPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/webhooks/$product/deliveries/$id',
    component: lazyRouteComponent(webhooks, 'DeliveryPage'),
  }),
] as const
