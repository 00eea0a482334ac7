/**
 * The promises of docs/performance.md: the floor that no version may miss, and the aim. A test compares them with the
 * page.
 */
export const PROMISES = {
  P1: { floor: '>= 0.45', aim: '0.6' },
  P2: { floor: '>= 0.15', aim: '0.25' },
  P3: { floor: '<= 4', aim: '2.5' },
  P4: { floor: '>= 0.7', aim: '1.0' },
  P5: { floor: '>= 0.7', aim: '1.0' },
  P6: { floor: '>= 0.6', aim: '0.8' },
  P7: { floor: '>= 0.7', aim: '0.85' },
  P8: { floor: '>= 0.3', aim: '0.5' },
  P9: { floor: '<= 1.3', aim: '1.1' },
  P10: { floor: '<= 1.5', aim: '1.1' },
  P11: { floor: '<= 300 MiB', aim: '200 MiB' },
  P12: { floor: '>= 1.3', aim: '1.6' },
  P13: { floor: '<= 5', aim: '3' },
  P14: { floor: '<= 3', aim: '2' },
  P15: { floor: '<= 0.3', aim: '0.1' },
  P16: { floor: '>= 0.4', aim: '0.5' },
  P17: { floor: '>= 0.4', aim: '0.5' },
  P18: { floor: '>= 500', aim: '1000' },
  P19: { floor: '>= 0.8', aim: '0.95' },
  P20: { floor: '<= 150 MiB', aim: '100 MiB' },
  P21: { floor: '<= 130 kB', aim: '100 kB' },
  P22: { floor: '<= 160 kB', aim: '130 kB' },
  P23: { floor: '<= 200 ms', aim: '100 ms' },
  P24: { floor: '< 60', aim: '50' },
} as const

/** The goal of a promise as benchmarks print it: `>= 0.45, aim 0.6`. */
export function goalOf(promise: keyof typeof PROMISES): string {
  const { floor, aim } = PROMISES[promise]
  return `${floor}, aim ${aim}`
}
