import Refusal from '#kernel/refusals/refusal'

/** The unique constraints of `end_users`, each with the field that it protects. */
const FIELDS: Record<string, string> = {
  end_users_email_unique: 'email',
  end_users_username_unique: 'username',
  end_users_external_id_unique: 'externalId',
}

/** Turns a unique violation for a name of an end user into a CONFLICT refusal; returns any other error unchanged. */
export function asDuplicate(error: unknown): unknown {
  const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
  const field = FIELDS[constraint]
  if (field === undefined) return error
  const message = `Another end user of the org has this ${field}`
  return new Refusal('CONFLICT', { message, details: [{ field, message }] })
}
