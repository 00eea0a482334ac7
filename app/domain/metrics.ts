/** What time series exist (contract 8). */
export const METRICS = ['created', 'activated', 'authorized', 'denied', 'revoked'] as const
export type Metric = (typeof METRICS)[number]
