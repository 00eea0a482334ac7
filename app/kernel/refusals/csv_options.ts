import { invalidFields } from './refusal.js'

/**
 * A file other than the one that the caller describes would be of no use to them, so options of CSV files are refused for
 * other formats. @throws Refusal VALIDATION_ERROR with each option that is set
 */
export function assertCsvOptions(format: string | undefined, options: { delimiter?: string; bom?: boolean }) {
  if (format === 'csv') return
  const unfitting = Object.entries(options).filter(([, value]) => value)
  if (unfitting.length === 0) return
  throw invalidFields(
    unfitting.map(([field]) => ({ field, message: `${field} is for CSV: leave it out, or use format=csv` }))
  )
}
