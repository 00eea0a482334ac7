import { createRoute } from '@tanstack/react-router'
import { shell } from './frame'
import { lazyPage } from '../ui/lazy_page'

/** Releases of products. */
export const releaseRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/products/$product/releases/$id',
    component: lazyPage(() => import('../screens/releases/release'), 'ReleasePage'),
  }),
] as const
