/** Returns a random key that is unique. `crypto.randomUUID` is not available over plain HTTP. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
