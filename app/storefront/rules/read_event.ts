import type { ReadEvent } from './normal_event.js'
import type { Provider } from './processor.js'
import { readLemonSqueezy } from './providers/lemonsqueezy.js'
import { readPaddle } from './providers/paddle.js'
import { readPolar } from './providers/polar.js'
import type { Loose } from './providers/reading.js'
import { readStandard } from './providers/standard.js'
import { readStripe } from './providers/stripe.js'

const READERS: Record<Provider, (body: Loose) => ReadEvent> = {
  stripe: readStripe,
  paddle: readPaddle,
  lemonsqueezy: readLemonSqueezy,
  polar: readPolar,
  standard: readStandard,
}

/** Parses the body of an event, and converts it to a normal event. */
export function readEvent(provider: Provider, body: Loose): ReadEvent {
  return READERS[provider](body)
}
