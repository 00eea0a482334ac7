/** One server-sent event. */
export type StreamEvent = { id: string | null; event: string; data: string }

/**
 * Reads the events of a stream. `alive` is called for everything that arrives, comments included.
 * @throws if the stream breaks
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  alive: () => void = () => {}
): AsyncGenerator<StreamEvent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      alive()
      text = (text + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n')
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const event = readEvent(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Parses the event in a block of lines; null for a block without data. */
function readEvent(block: string): StreamEvent | null {
  const event: StreamEvent = { id: null, event: 'message', data: '' }
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value] = /^([a-z]+): ?(.*)$/.exec(line) ?? []
    if (field === 'data') data.push(value)
    if (field === 'id' || field === 'event') event[field] = value
  }
  return data.length > 0 ? { ...event, data: data.join('\n') } : null
}
