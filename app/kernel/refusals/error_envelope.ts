import { CODES, type Code, type FieldError } from './codes.js'

/** Builds the error envelope (interface#71-envelopes). */
export function errorEnvelope(code: Code, message: string = CODES[code][1], details?: FieldError[]) {
  return { ok: false as const, error: details ? { code, message, details } : { code, message } }
}
