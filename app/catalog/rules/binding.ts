import type { Verdict } from '#kernel/refusals/verdict'

/** Decides whether a device, address or region may use a license, and whether it takes a free slot. */
export type BindingVerdict<Reason> = Verdict<Reason, { binds: boolean }>

/** The value already has a slot, or the policy does not check it. */
export const BOUND = { allow: true, binds: false } as const

/** The value takes a free slot. */
export const BINDS = { allow: true, binds: true } as const
