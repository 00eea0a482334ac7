/** The reader of the reference page. "npm run vendor:scalar -- <version>" writes this file and the one it names. */
export const SCALAR = {
  version: '1.72.1',
  file: 'resources/reference/scalar-1.72.1.js.gz',
  /** Of the script before it was compressed. */
  sha256: 'bf091006bdc3af6067af77c2f534812e3e633e94a94e87138069f570f33b762c',
}
