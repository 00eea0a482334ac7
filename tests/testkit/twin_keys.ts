/**
 * Two keys with the same 64 bits of HalfSipHash under this secret. Under any other secret that is drawn at random, they
 * differ. A search through five billion hashes found them.
 */
export const TWINS = { secret: [1, 2], keys: ['KEDDNAKNHGPPKKJA', 'JOCENGKDLONMABGJ'] } as const
