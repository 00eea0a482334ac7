import vine from '@vinejs/vine'
import { METRICS } from '#domain/metrics'
import { MAX_POINTS, pointCount, seriesRange, type Interval } from '#domain/time_series'
import { invalidField } from '#exceptions/refusal'
import { strictQuery } from './strict.js'
import { moment } from './timestamp.js'

const productId = () => vine.string().toLowerCase().uuid().optional()

/** The query of the analytics of an org. */
export const analyticsValidator = strictQuery({ productId: productId() })

const timeSeriesValidator = strictQuery({
  productId: productId(),
  metric: vine.enum(METRICS),
  from: moment().optional(),
  to: moment().optional(),
  interval: vine.enum(['hour', 'day'] as const).optional(),
})

/** The query of a time series (contract#time-series). Errors: VALIDATION_ERROR. */
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
