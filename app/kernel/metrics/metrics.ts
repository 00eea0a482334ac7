/** The time series (contract#time-series). */
export const METRICS = ['created', 'activated', 'authorized', 'denied', 'revoked'] as const
export type Metric = (typeof METRICS)[number]
