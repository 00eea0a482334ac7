/** Whose events the service understands (contract/10-storefront#106-processor-events). */
export const PROVIDERS = ['stripe', 'paddle', 'lemonsqueezy', 'polar', 'standard'] as const
export type Provider = (typeof PROVIDERS)[number]

/** `connected`: nothing verified yet; `failing`: its signatures are wrong again and again. */
export const PROCESSOR_STATES = ['connected', 'ready', 'paused', 'failing'] as const
export type ProcessorState = (typeof PROCESSOR_STATES)[number]

/** The state of all processors of an org together: the best of them, `none` without any. */
export const SHOP_STATES = ['none', ...PROCESSOR_STATES] as const
export type ShopState = (typeof SHOP_STATES)[number]

/** How many bad signatures in a row make a ready processor failing. */
const BAD_IN_A_ROW = 10

/** What counts towards the state of a processor. */
export type ProcessorHealth = { state: ProcessorState; badSignatures: number }

/** After an event whose signature was good: test events count too. */
export function afterGoodSignature({ state }: ProcessorHealth): ProcessorHealth {
  return { state: state === 'paused' ? 'paused' : 'ready', badSignatures: 0 }
}

/** After an event whose signature was wrong. */
export function afterBadSignature({ state, badSignatures }: ProcessorHealth): ProcessorHealth {
  const bad = badSignatures + 1
  return { state: state === 'ready' && bad >= BAD_IN_A_ROW ? 'failing' : state, badSignatures: bad }
}

const BEST_FIRST = ['ready', 'failing', 'connected', 'paused'] as const

/** The state of all processors of an org together. */
export function shopStateOf(states: readonly ProcessorState[]): ShopState {
  return BEST_FIRST.find((state) => states.includes(state)) ?? 'none'
}
