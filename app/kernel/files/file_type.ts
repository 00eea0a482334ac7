/** Signatures of file types: the media type, the offset of the bytes, and the bytes (as Latin-1). */
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

/** A signature of two bytes counts only if the file is not text. */
const SHORT = 2

const UNKNOWN = 'application/octet-stream'

/**
 * Detects the media type of a file from its first bytes, never from its name or the sender's claim. Everything that
 * reads as text is `text/plain`, even if a browser would recognize a page in it.
 */
export function fileType(head: Uint8Array): string {
  const latin = Buffer.from(head).toString('latin1')
  const found = MAGIC.find(([, at, bytes]) => latin.startsWith(bytes, at))
  if (found && found[2].length > SHORT) return found[0]
  if (isText(head)) return 'text/plain'
  return found?.[0] ?? UNKNOWN
}

/**
 * Accepts UTF-8 without control characters, except `\t` to `\r` and ESC. The last character of the head may be cut off.
 */
function isText(head: Uint8Array): boolean {
  if (head.length === 0) return false
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })

    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/.test(text)
  } catch {
    return false
  }
}
