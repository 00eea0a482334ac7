/** Whether a text is base64, with white space anywhere. It takes as long as the text: a form may be a quarter of a MiB. */
export function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text.replace(/\s+/g, ''))
}
