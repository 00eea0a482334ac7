/** The providers whose events the service supports (contract/10-storefront#106-processor-events). */
export const PROVIDERS = ['stripe', 'paddle', 'lemonsqueezy', 'polar', 'standard'] as const
export type Provider = (typeof PROVIDERS)[number]

/** `connected`: no verified event yet. `failing`: too many wrong signatures in a row. */
export const PROCESSOR_STATES = ['connected', 'ready', 'paused', 'failing'] as const
export type ProcessorState = (typeof PROCESSOR_STATES)[number]

/** The combined state of all processors of an org: the best of their states, or `none` if there are no processors. */
export const SHOP_STATES = ['none', ...PROCESSOR_STATES] as const
export type ShopState = (typeof SHOP_STATES)[number]

/** The number of bad signatures in a row after which a ready processor is failing. */
const BAD_IN_A_ROW = 10

/** The values that decide the state of a processor. */
export type ProcessorHealth = { state: ProcessorState; badSignatures: number }

/** The state after an event with a good signature. Test events count too. */
export function afterGoodSignature({ state }: ProcessorHealth): ProcessorHealth {
  return { state: state === 'paused' ? 'paused' : 'ready', badSignatures: 0 }
}

/** The state after an event with a wrong signature. */
export function afterBadSignature({ state, badSignatures }: ProcessorHealth): ProcessorHealth {
  const bad = badSignatures + 1
  return { state: state === 'ready' && bad >= BAD_IN_A_ROW ? 'failing' : state, badSignatures: bad }
}

const BEST_FIRST = ['ready', 'failing', 'connected', 'paused'] as const

/** The combined state of all processors of an org. */
export function shopStateOf(states: readonly ProcessorState[]): ShopState {
  return BEST_FIRST.find((state) => states.includes(state)) ?? 'none'
}
