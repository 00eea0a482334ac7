/** The type of the operations that undo others. */
export const UNDO = 'licenses.undo'
