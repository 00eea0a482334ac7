import env from '#start/env'

/**
 * Signing of runtime calls (interface#54-request-signing). The object is mutable, so that a test can change a setting
 * temporarily.
 */
export const signing = {
  /** Whether unsigned calls are refused; calls with signature headers are always verified. */
  required: env.get('SDK_SIGNING_REQUIRED'),

  /** Accepted in addition to each key's own secret, if the operator has set it. */
  deploymentSecret: env.get('SDK_SIGNING_SECRET')?.release() ?? null,
}
