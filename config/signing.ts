import env from '#start/env'

/**
 * Signing of runtime calls (interface#54-request-signing). It is an object that can be written to, so that a test can
 * change a setting for its own duration.
 */
export const signing = {
  /** Whether unsigned calls are refused; those that carry signature headers are verified in any case. */
  required: env.get('SDK_SIGNING_REQUIRED'),

  /** Accepted beside each key's own secret, where the operator has set one. */
  deploymentSecret: env.get('SDK_SIGNING_SECRET')?.release() ?? null,
}
