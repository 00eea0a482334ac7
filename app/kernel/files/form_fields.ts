/** The fields of a form that a route reads. */
export type FormRules = {
  /** The names of the fields; any other field is refused. */
  fields: readonly string[]
}

/** Collects the fields of a form, which must precede its file. Without rules, all fields are allowed and ignored. */
export class FormFields {
  readonly values: Record<string, string> = {}

  constructor(protected rules: FormRules | undefined) {}

  /** Takes a field. Returns the problem with it, or null. */
  take(name: string, value: string, truncated: boolean, afterFile: boolean): string | null {
    if (!this.rules) return null
    const known = this.rules.fields
    if (!known.includes(name)) return `The form accepts only the fields ${[...known, 'file'].join(', ')}`
    if (afterFile) return `Send the field "${name}" before the file`
    if (truncated) return `The field "${name}" is too long`
    if (Object.hasOwn(this.values, name)) return `The form has more than one field "${name}"`
    this.values[name] = value
    return null
  }
}
