/** What is wrong with one field of an input; the edge answers it as VALIDATION_ERROR (interface 7.1). */
export type FieldProblem = { field: string; message: string }
