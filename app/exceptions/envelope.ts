import { CODES, type Code, type FieldError } from './codes.js'

/** The error envelope of interface 7.1. */
export function errorEnvelope(code: Code, message: string = CODES[code][1], details?: FieldError[]) {
  return { ok: false as const, error: details ? { code, message, details } : { code, message } }
}

/** The success envelope of the interface's conventions. */
export function ok<T>(data: T) {
  return { ok: true as const, data }
}
