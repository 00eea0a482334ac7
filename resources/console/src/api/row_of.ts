import { Refusal } from './refusal'

/**
 * Returns the row of a list that has this id.
 * @throws Refusal NOT_FOUND as the service does for a row that it is asked for alone
 */
export function rowOf<Row extends { id: string }>(rows: Row[], id: string): Row {
  const row = rows.find((one) => one.id === id)
  if (!row) throw new Refusal(404, 'NOT_FOUND', 'Not found, or you do not have access')
  return row
}
