import vine from '@vinejs/vine'
import { METRICS } from '#kernel/metrics/metrics'
import type { Scope } from '#kernel/audit/scope'
import { MAX_POINTS, pointCount, seriesRange, type Interval } from '#kernel/time/time_series'
import { invalidField } from '#kernel/refusals/refusal'
import { moment, uuid } from '#http/fields'
import { strictQuery } from '#http/strict'

/** The query of an org's analytics; read it with `analyzedProduct`. */
export const analyticsValidator = strictQuery({ productId: uuid().optional() })

/** The product that the query of an org's analytics names; a scope that is one product takes no query. */
export async function analyzedProduct(query: Record<string, unknown>, scope: Scope) {
  if (scope.productId) return null
  return (await analyticsValidator.validate(query)).productId ?? null
}

/** The query of a time series; read it with `timeSeriesQuery`. */
export const timeSeriesValidator = strictQuery({
  productId: uuid().optional(),
  metric: vine.enum(METRICS),
  from: moment().optional(),
  to: moment().optional(),
  interval: vine.enum(['hour', 'day'] as const).optional(),
})

/** The query of a time series (contract#time-series). @throws Refusal VALIDATION_ERROR */
export async function timeSeriesQuery(query: Record<string, unknown>, now: number) {
  const asked = await timeSeriesValidator.validate(query)
  const interval: Interval = asked.interval ?? 'day'
  const range = seriesRange({ from: asked.from, to: asked.to, interval }, now)
  if ((asked.from ?? range.from) >= range.to) throw invalidField('from', 'from must be earlier than to')
  if (pointCount(range) > MAX_POINTS) {
    throw invalidField('from', `The range has more than ${MAX_POINTS} points: make it shorter`)
  }
  return { metric: asked.metric, productId: asked.productId ?? null, range }
}
