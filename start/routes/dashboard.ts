import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'
import { asMember } from '#start/stacks'

/** Everything behind a user's access token (interface#41-session-and-user, interface#42-licenses-jwt-path). */
router
  .group(() => {
    router
      .get('/orgs/:orgId/products', [controllers.catalog.Products, 'index'])
      .use(asMember(middleware.org({ role: 'VIEWER' })))
  })
  .prefix('/v1/dashboard')
