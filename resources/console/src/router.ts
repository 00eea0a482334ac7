import { createRouter } from '@tanstack/react-router'
import { adminRoutes } from './routes/admin'
import { entryRoutes, firstRoutes } from './routes/entry'
import { inside, root, shell } from './routes/frame'
import { licensingRoutes } from './routes/licensing'
import { peopleRoutes } from './routes/people'
import { releaseRoutes } from './routes/releases'
import { settingsRoutes } from './routes/settings'
import { storefrontRoutes } from './routes/storefront'
import { webhookRoutes } from './routes/webhooks'
import { parseSearch, stringifySearch } from './search'

const routeTree = root.addChildren([
  ...entryRoutes,
  inside.addChildren([
    ...firstRoutes,
    ...adminRoutes,
    shell.addChildren([
      ...licensingRoutes,
      ...peopleRoutes,
      ...releaseRoutes,
      ...storefrontRoutes,
      ...webhookRoutes,
      ...settingsRoutes,
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  basepath: '/console',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // A dialog that was opened for one row does not stay open over another one, as after Back.
  defaultRemountDeps: ({ params }) => params,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
