/**
 * The columns of an export: those of an import, in the same words, with the id and the creation for people.
 * No cell can be taken for a formula by a spreadsheet: keys begin with a letter or digit, the rest are
 * numbers, dates, fixed words or JSON objects. A semicolon inside JSON is written as its escape, so that no
 * program that splits there can make a cell out of the middle of a text. frozenAt, suspendedAt, pausedSince
 * and pausedMs carry the clock: expiresAt is the limit as it stood when the clock was stopped.
 */
export const EXPORT_COLUMNS: Record<string, { csv: string; json: string }> = {
  id: plain('l.id'),
  key: plain('l.key'),
  productId: plain('l.product_id'),
  status: plain('l.status'),
  expirationMode: plain('l.expiration_mode'),
  expiresAt: moment('l.expires_at'),
  expiresAfterDays: plain('l.expires_after_days'),
  activatedAt: moment('l.activated_at'),
  createdAt: moment('l.created_at'),
  maxHwidResets: plain('l.max_hwid_resets'),
  frozen: {
    csv: `case when l.frozen_at is null then 'false' else 'true' end`,
    json: 'l.frozen_at is not null',
  },
  frozenAt: moment('l.frozen_at'),
  suspendedAt: moment('l.suspended_at'),
  pausedSince: moment('l.paused_since'),
  pausedMs: plain('l.paused_ms'),
  metadata: json('l.metadata'),
  policyOverride: json('l.policy_override'),
}

function plain(sql: string) {
  return { csv: sql, json: sql }
}

function moment(column: string) {
  const sql = `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return { csv: sql, json: sql }
}

function json(column: string) {
  return { csv: `replace(${column}::text, ';', '\\u003b')`, json: column }
}
