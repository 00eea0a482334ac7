import type FindOperation from '#operations/queries/find_operation'

/** For how long the streams of one operation share what was read at its end. Milliseconds. */
const END_SHARED = 1000

const endings = new Map<string, ReturnType<FindOperation['byId']>>()

/** Reads an ended operation: however many watch one, its end is read once. A failed read is not kept. */
export function readEnded(find: FindOperation, id: string) {
  const known = endings.get(id)
  if (known) return known
  const reading = find.byId(id)
  endings.set(id, reading)
  const forget = () => endings.delete(id)
  reading.then(() => setTimeout(forget, END_SHARED).unref(), forget)
  return reading
}
