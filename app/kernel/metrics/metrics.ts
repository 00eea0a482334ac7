/** The names of the time series (contract#time-series). */
export const METRICS = [
  'created',
  'activated',
  'authorized',
  'denied',
  'revoked',
  'downloads',
  'updates_offered',
] as const
export type Metric = (typeof METRICS)[number]
