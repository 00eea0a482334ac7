import type { CopyQuery } from '#kernel/database/copy_out'
import { licenseWhere } from '#licensing/queries/license_filter'
import { readStoredFilter } from '#licensing/queries/stored_filter'
import { exported } from '#licensing/store/column_sql'
import { scopeOf } from '../on_behalf.js'
import type { Export } from './params.js'

/** The query of an export: one column per CSV cell, or one text per line of JSON. */
export function exportQuery(operation: Export): CopyQuery {
  const { format, filter } = operation.params
  const where = licenseWhere(scopeOf(operation), readStoredFilter(filter), operation.createdAt.getTime())
  const sql = `select ${exported(format)} from licenses l where ${where.sql}`
  // Each object has a comma before it; ExportMeter replaces the first comma with the opening bracket.
  return {
    sql: format === 'csv' ? sql : `select ',' || row_to_json(r)::text from (${sql}) r`,
    values: where.values,
  }
}
