/**
 * Returns the SQL for the id of a bound device or address: 22 characters of a digest of its kind and value, so that
 * paths contain neither (contract/09-end-users#95-licenses-eu). `kind` and `value` are SQL expressions.
 */
export function deviceId(kind: string, value: string): string {
  const digest = `encode(sha256(convert_to(lower(${kind}) || chr(10) || ${value}, 'UTF8')), 'base64')`
  return `left(translate(${digest}, '+/', '-_'), 22)`
}
