/** A problem with one field of an input; the edge answers it as VALIDATION_ERROR (interface#71-envelopes). */
export type FieldProblem = { field: string; message: string }
