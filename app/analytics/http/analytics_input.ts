import vine from '@vinejs/vine'
import { assertShort } from '#analytics/queries/assert_short'
import { GROUPINGS } from '#analytics/queries/metric_series'
import { METRICS, type Metric } from '#kernel/metrics/metrics'
import { isZone, pointCount, seriesRange, type Interval } from '#kernel/time/time_series'
import { invalidField } from '#kernel/refusals/refusal'
import { documented } from '#http/documented'
import { moment, uuid } from '#http/fields'
import { strictQuery } from '#http/strict'

/** The query of the counts of an org or a product. */
export const analyticsValidator = strictQuery({ productId: uuid().optional() })

const one = `(?:${METRICS.join('|')})`

/** The query of a time series. Read it with `timeSeriesQuery`. */
export const timeSeriesValidator = strictQuery({
  productId: uuid().optional(),
  metric: vine.string().use(documented({ pattern: `^${one}(?:,${one})*$` })),
  from: moment().optional(),
  to: moment().optional(),
  interval: vine.enum(['hour', 'day'] as const).optional(),
  groupBy: vine.enum(GROUPINGS).optional(),
  tz: vine
    .string()
    .use(documented({ examples: ['Europe/Vienna'] }))
    .optional(),
})

/** The query of a time series (contract#time-series, contract/01-changes#reads-for-a-console). @throws Refusal VALIDATION_ERROR */
export async function timeSeriesQuery(query: Record<string, unknown>, now: number) {
  const asked = await timeSeriesValidator.validate(joined(query))
  const metrics = metricsOf(asked.metric)
  const { interval = 'day', tz: zone = 'UTC', groupBy = null } = asked
  if (!isZone(zone)) {
    throw invalidField('tz', 'tz is not a time zone of the IANA database: use a name such as Europe/Vienna')
  }
  if (groupBy === 'reason' && metrics.some((metric) => metric !== 'denied')) {
    throw invalidField(
      'groupBy',
      'groupBy=reason works only with the metric denied: only denials have reasons'
    )
  }
  const range = seriesRange(
    { from: asked.from, to: asked.to, interval: interval satisfies Interval, zone },
    now
  )
  if ((asked.from ?? range.from) >= range.to) throw invalidField('from', 'from must be earlier than to')
  assertShort(pointCount(range) * metrics.length)
  return { metrics, groupBy, productId: asked.productId ?? null, range }
}

/** Accepts several metrics as `metric=created,denied` and as `metric=created&metric=denied`. */
function joined(query: Record<string, unknown>): Record<string, unknown> {
  const { metric } = query
  const isList = Array.isArray(metric) && metric.every((name) => typeof name === 'string')
  return isList ? { ...query, metric: metric.join(',') } : query
}

function metricsOf(text: string): Metric[] {
  const names = [...new Set(text.split(','))]
  const unknown = names.find((name) => !(METRICS as readonly string[]).includes(name))
  if (unknown === undefined) return names as Metric[]
  throw invalidField('metric', `metric must be one or more of ${METRICS.join(', ')}, separated by commas`)
}
