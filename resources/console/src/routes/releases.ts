import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from './frame'

/** Releases of products. */
export const releaseRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/products/$product/releases/$id',
    component: lazyRouteComponent(() => import('../screens/releases/release'), 'ReleasePage'),
  }),
] as const
