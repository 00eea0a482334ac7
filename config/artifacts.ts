import env from '#start/env'

/**
 * Files of releases (contract/12-releases). It is an object that can be written to, so that a test can lower a bound for
 * its own duration.
 */
export const artifacts = {
  /** Bytes of one file. */
  maxBytes: env.get('ARTIFACT_MAX_BYTES'),
}
