import { Ignitor } from '@adonisjs/core'
import type { Listing } from '#http/api/read_routes'
import { APP_ROOT, importer, prepare } from '../../application.js'

/**
 * Boots the application up to its routes, runs `use` with the router, and terminates the application. It needs no
 * store.
 */
export async function withRouter<Result>(use: (router: Listing) => Promise<Result>): Promise<Result> {
  const app = new Ignitor(APP_ROOT, { importer }).tap(prepare).createApp('console')
  await app.init()
  await app.boot()
  await import('#start/routes')
  const router = await app.container.make('router')
  router.commit()
  try {
    return await use(router)
  } finally {
    await app.terminate()
  }
}
