import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'

/** What programs call while they run: an API key and a signature over the bytes sent (interface 4.5, 5.4). */
router
  .post('/v1/licenses/authorize', [controllers.runtime.Authorizations, 'store'])
  .use(middleware.runtimeCall({ perLicense: true }))
router.post('/v1/licenses/release', [controllers.runtime.Releases, 'store']).use(middleware.runtimeCall())
