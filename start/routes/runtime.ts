import router from '@adonisjs/core/services/router'
import AuthorizationsController from '#controllers/runtime/authorizations_controller'
import { controllers } from '#generated/controllers'
import RuntimeCallMiddleware from '#middleware/runtime_call_middleware'

/**
 * Neither holds anything of a request, so one of each serves all calls: to have the container make two for
 * every call would cost more than deciding it.
 */
const runtimeCall = new RuntimeCallMiddleware()
const authorizations = new AuthorizationsController()

/** What programs call while they run: an API key and a signature over the bytes sent (interface 4.5, 5.4). */
router
  .post('/v1/licenses/authorize', (ctx) => authorizations.store(ctx))
  .use((ctx, next) => runtimeCall.handle(ctx, next, { perLicense: true }))
  .as('authorizations.store')
router
  .post('/v1/licenses/release', [controllers.runtime.Releases, 'store'])
  .use((ctx, next) => runtimeCall.handle(ctx, next))
