/**
 * Returns the PEM certificates in a text, where there may be several, one below the other. What else it holds stands
 * among them, so that the service refuses it: half a certificate must not be dropped without a word.
 */
export const certificatesOf = (text: string) =>
  text
    .split(/(-----BEGIN[^]+?-----END[^-]+-----)/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
