import type { HttpContext } from '@adonisjs/core/http'
import router from '@adonisjs/core/services/router'
import AuthorizationsController from '#runtime/http/authorizations_controller'
import { runtimeExchange } from '#runtime/http/exchange'
import ReleasesController from '#runtime/http/releases_controller'
import { answerDirectly, type Exchange } from '#http/http_entry'
import type ServiceResponse from '#http/service_response'

const authorizations = new AuthorizationsController()
const releases = new ReleasesController()

/**
 * Runtime calls of programs, with an API key and a signature over the bytes sent
 * (interface#45-runtime-validation-and-introspection, interface#54-request-signing). They are answered before the
 * framework; the route exists for code that lists routes.
 */
function answered(path: string, name: string, exchange: Exchange) {
  answerDirectly(path, exchange)
  const handle = ({ request, response }: HttpContext) =>
    exchange(request.request, response.response as ServiceResponse)
  router.post(path, handle).as(name)
}

answered(
  '/v1/licenses/authorize',
  'authorizations.store',
  runtimeExchange((call) => authorizations.store(call))
)
answered(
  '/v1/licenses/release',
  'releases.store',
  runtimeExchange((call) => releases.store(call))
)
