/** First bytes of kinds of files: the media type, where the bytes are, and what they are (as Latin-1). */
const MAGIC: readonly [type: string, at: number, bytes: string][] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/webp', 8, 'WEBPVP8'],
  ['image/avif', 4, 'ftypavif'],
  ['image/heic', 4, 'ftypheic'],
  ['image/bmp', 0, 'BM'],
  ['image/tiff', 0, 'II*\0'],
  ['image/tiff', 0, 'MM\0*'],
  ['application/pdf', 0, '%PDF-'],
  ['application/zip', 0, 'PK\x03\x04'],
  ['application/zip', 0, 'PK\x05\x06'],
  ['application/gzip', 0, '\x1f\x8b\x08'],
  ['application/x-7z-compressed', 0, "7z\xbc\xaf'\x1c"],
]

/** A type of two letters is believed only where the file is no text. */
const SHORT = 2

const UNKNOWN = 'application/octet-stream'

/**
 * The media type of a file by its first bytes, never by its name or by what the sender says. All that reads as text is
 * `text/plain`, also where a browser would see a page in it.
 */
export function fileType(head: Uint8Array): string {
  const latin = Buffer.from(head).toString('latin1')
  const found = MAGIC.find(([, at, bytes]) => latin.startsWith(bytes, at))
  if (found && found[2].length > SHORT) return found[0]
  if (isText(head)) return 'text/plain'
  return found?.[0] ?? UNKNOWN
}

/** UTF-8 without control characters other than those of lines; a character may be cut at the end of the head. */
function isText(head: Uint8Array): boolean {
  if (head.length === 0) return false
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })

    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/.test(text)
  } catch {
    return false
  }
}
