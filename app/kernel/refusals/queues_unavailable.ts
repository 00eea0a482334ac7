import { Exception } from '@adonisjs/core/exceptions'

/** The store of the queues does not respond. Callers should try again; nothing was lost. */
export default class QueuesUnavailable extends Exception {
  static status = 503
  static message =
    'The queues cannot be reached right now (REDIS_URL, or else DATABASE_URL): retry in a moment'
}
