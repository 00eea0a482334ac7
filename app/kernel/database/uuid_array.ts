/** The type id (OID) of uuid in Postgres. */
const UUID_OID = 2950
/** Bytes of a UUID, and of the length field before it. */
const [SIZE, LENGTH] = [16, 4]
/** Bytes before the first element: number of dimensions, null flag, element type, length, lower bound. */
const HEAD = 20
/** Position of the two digits of each byte in the text of a UUID. */
const DIGITS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
/** The values of the hexadecimal digits by character code. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => Number(`0x${String.fromCharCode(code)}`) || 0)

/**
 * Returns UUIDs as a Postgres array in binary form. The driver sends the bytes unchanged, and Postgres reads a hundred
 * thousand of them in a fraction of the time that it needs for their text.
 */
export function uuidArray(ids: string[]): Buffer {
  const array = Buffer.allocUnsafeSlow(HEAD + ids.length * (LENGTH + SIZE))
  ;[1, 0, UUID_OID, ids.length, 1].forEach((value, at) => array.writeInt32BE(value, at * 4))
  ids.forEach((id, index) => {
    const at = array.writeInt32BE(SIZE, HEAD + index * (LENGTH + SIZE))
    for (let byte = 0; byte < SIZE; byte++) {
      const digit = DIGITS[byte]
      array[at + byte] = (VALUES[id.charCodeAt(digit)] << 4) | VALUES[id.charCodeAt(digit + 1)]
    }
  })
  return array
}
