/** A problem with one field of an input; the HTTP layer responds with VALIDATION_ERROR (interface#71-envelopes). */
export type FieldProblem = { field: string; message: string }

/** The problem of a PATCH without any field: its caller meant something else. */
export const EMPTY_PATCH: FieldProblem = {
  field: 'body',
  message: 'The PATCH changes nothing: send at least one field',
}
