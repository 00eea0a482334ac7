import vine from '@vinejs/vine'

/** The longest reason that somebody may give for a change, in characters (contract/01-changes#one-filter). */
export const MAX_REASON = 1000

/** Why somebody does something: trimmed, and the same wherever it is given. */
export const reason = () => vine.string().trim().minLength(1).maxLength(MAX_REASON).nullable().optional()
