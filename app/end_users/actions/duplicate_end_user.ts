import Refusal from '#kernel/refusals/refusal'

/** The unique keys of an end user, and the field that each is about. */
const FIELDS: Record<string, string> = {
  end_users_email_unique: 'email',
  end_users_username_unique: 'username',
  end_users_external_id_unique: 'externalId',
}

/** The refusal for an error of the database that means somebody has this name already; else the error itself. */
export function asDuplicate(error: unknown): unknown {
  const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
  const field = FIELDS[constraint]
  if (field === undefined) return error
  const message = `Another end user of the org has this ${field}`
  return new Refusal('CONFLICT', { message, details: [{ field, message }] })
}
