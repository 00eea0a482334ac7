import { licenseJson } from './column_sql.js'

/** Returns SQL for the license that an event's data names, in the form of full payloads (interface#61-envelope). */
export function licenseOfEvent(data: string): string {
  return `(select ${licenseJson()} from licenses l where l.id = (${data}->>'licenseId')::uuid)`
}
