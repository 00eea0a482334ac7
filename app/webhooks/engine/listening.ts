/** SQL for the current outbox position: events that are recorded later get higher ids. */
const NOW = `nextval(pg_get_serial_sequence('outbox_events', 'id'))`

/**
 * SQL for the `heard` ranges of an endpoint that starts to listen now; `was` is the SQL of its ranges before
 * (contract/01-changes#meaning: an endpoint gets the events that happened while it existed and was enabled).
 */
export function listensFromNow(was = `'{}'::int8multirange`): string {
  return `${was} + int8multirange(int8range(${NOW}, null))`
}

/** SQL for the `heard` ranges of an endpoint that stops listening now. */
export function listensUntilNow(was: string): string {
  return `${was} * int8multirange(int8range(null, ${NOW}))`
}
