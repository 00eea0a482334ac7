/** True if a text is base64, with white space anywhere. Runs in linear time, because a form may have up to 256 KiB. */
export function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text.replace(/\s+/g, ''))
}
