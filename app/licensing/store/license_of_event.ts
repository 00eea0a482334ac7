import { licenseJson } from './column_sql.js'

/** SQL for the license that the data of an event names, as full payloads carry it (interface#61-envelope). */
export function licenseOfEvent(data: string): string {
  return `(select ${licenseJson()} from licenses l where l.id = (${data}->>'licenseId')::uuid)`
}
