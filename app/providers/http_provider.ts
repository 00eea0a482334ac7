import type { ApplicationService } from '@adonisjs/core/types'
import type { ServerConfig } from '@adonisjs/core/types/http'
import { http } from '#config/app'
import { addressOf } from '#http/trusted_address'
import { closeLargeBodies } from '#kernel/net/large_bodies'
import { newId } from '#kernel/secrets/ids'
import { answerMalformedUrl } from '#http/malformed_url'

/** Makes the framework use the service's request ids, client addresses and response to malformed URLs. */
export default class HttpProvider {
  constructor(protected app: ApplicationService) {}

  /** Runs before the server is created, because the server keeps the settings that it finds. */
  register() {
    Object.assign(http, {
      createRequestId: newId,
      getIp: ({ request }) => addressOf(request),
      onBadUrl: (req, res) => void answerMalformedUrl(req, res),
    } satisfies Partial<ServerConfig>)
  }

  shutdown() {
    return closeLargeBodies()
  }
}
