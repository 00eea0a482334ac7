/** SQL for a timestamp as text: ISO 8601 in UTC with milliseconds. */
export const ISO_TEXT = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
