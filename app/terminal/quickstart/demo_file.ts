const DAY = 86_400_000

/** The prefix that distinguishes the licenses of one run of the tour from those of earlier runs. */
export function runPrefix(now: number): string {
  return `DEMO-${now.toString(36).toUpperCase()}-`
}

/** A CSV file of licenses as a merchant might have it: with a fixed and a relative expiry, and metadata. */
export function demoCsv(prefix: string, rows: number, now: number): string {
  const lines = ['key,expirationMode,expiresAt,expiresAfterDays,metadata.plan,metadata.customer']
  const expiresAt = new Date(now + 90 * DAY).toISOString()
  for (let row = 1; row <= rows; row++) {
    const key = prefix + String(row).padStart(6, '0')
    const [mode, fixed, days, plan] =
      row % 3 === 0 ? ['afterActivation', '', '365', 'annual'] : ['fixed', expiresAt, '', 'quarterly']
    lines.push(`${key},${mode},${fixed},${days},${plan},"Customer ${row}, Inc."`)
  }
  return `${lines.join('\n')}\n`
}
