import { carryInFull } from '#kernel/outbox/full_payload'
import { licenseOfEvent } from '#licensing/store/license_of_event'

/** Tells the outbox, which knows no subject, how full payloads get the license of an event. */
export default class OutboxProvider {
  register() {
    carryInFull(licenseOfEvent)
  }
}
