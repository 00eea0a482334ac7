import env from '#start/env'

/**
 * Limits for files of releases (contract/12-releases). The object is mutable, so that a test can lower a limit
 * temporarily.
 */
export const artifacts = {
  /** Bytes per file. */
  maxBytes: env.get('ARTIFACT_MAX_BYTES'),
}
