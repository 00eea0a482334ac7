/**
 * Notes that the tabs of a browser share. They are cookies because all processes of a browser see a cookie at the same
 * time, unlike `localStorage`. They hold no secret and are sent to no route of the API.
 */
export function readNote(name: string): string | null {
  const start = `latchkey_${name}=`
  const found = document.cookie.split('; ').find((one) => one.startsWith(start))
  return found ? decodeURIComponent(found.slice(start.length)) : null
}

/** The console and the portal have separate notes. */
const PLACE = `/${location.pathname.split('/')[1]}`

export function writeNote(name: string, value: string, seconds: number) {
  document.cookie = `latchkey_${name}=${encodeURIComponent(value)}; path=${PLACE}; max-age=${seconds}; samesite=lax`
}
