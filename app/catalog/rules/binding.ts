import type { Verdict } from '#kernel/refusals/verdict'

/** Whether a device, address or region may use a license, and whether it takes a free slot for that. */
export type BindingVerdict<Reason> = Verdict<Reason, { binds: boolean }>

/** It has its slot already, or the policy does not look at it. */
export const BOUND = { allow: true, binds: false } as const

/** It takes a free slot. */
export const BINDS = { allow: true, binds: true } as const
