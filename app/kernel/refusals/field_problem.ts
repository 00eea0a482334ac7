/** A problem with one field of an input; the HTTP layer responds with VALIDATION_ERROR (interface#71-envelopes). */
export type FieldProblem = { field: string; message: string }
