import { createRoute } from '@tanstack/react-router'
import { onlyParts } from '../search'
import { shell } from './frame'
import { lazyPage } from '../ui/lazy_page'

const webhooks = () => import('../screens/webhooks')

/** Webhook endpoints and their deliveries. */
export const webhookRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/webhooks',
    validateSearch: onlyParts('tab', 'status', 'event', 'since', 'until'),
    component: lazyPage(webhooks, 'Webhooks'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/webhooks/$product/$endpoint',
    validateSearch: onlyParts('status', 'event', 'since', 'until'),
    component: lazyPage(webhooks, 'EndpointPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/webhooks/$product/deliveries/$id',
    component: lazyPage(webhooks, 'DeliveryPage'),
  }),
] as const
