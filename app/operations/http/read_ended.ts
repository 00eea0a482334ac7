import type FindOperation from '#operations/queries/find_operation'

/** How long the streams of one operation share the result of a read. Milliseconds. */
const END_SHARED = 1000

const endings = new Map<string, ReturnType<FindOperation['byId']>>()

/** Reads an ended operation once for all streams that watch it. A failed read is not cached. */
export function readEnded(find: FindOperation, id: string) {
  const known = endings.get(id)
  if (known) return known
  const reading = find.byId(id)
  endings.set(id, reading)
  const forget = () => endings.delete(id)
  reading.then(() => setTimeout(forget, END_SHARED).unref(), forget)
  return reading
}
