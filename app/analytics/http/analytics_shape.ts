import type { Static } from 'typebox'
import type { LicenseAnalytics } from '#analytics/queries/license_analytics'
import { LICENSE_STATUSES, type LicenseStatus } from '#licensing/rules/license'
import { METRICS } from '#kernel/metrics/metrics'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toSeriesSet, toTimeSeries } from './analytics_transformer.js'

const { choice, either, list, moment, named, nullable, object, optional, text, uuid, whole } = shape

/** The number of licenses with each status. */
export const CountsShape = object(
  Object.fromEntries(LICENSE_STATUSES.map((status) => [status, whole()])) as Record<
    LicenseStatus,
    ReturnType<typeof whole>
  >,
  'How many have each status.'
)

/** The analytics object (interface#23-license-analytics-object). */
export const LicenseAnalyticsShape = named(
  'LicenseAnalytics',
  {
    total: whole(),
    byStatus: CountsShape,
    byProduct: list(object({ productId: uuid(), productName: text(), count: whole() })),
  },
  'Exact counts of licenses.'
)
same<LicenseAnalytics, Static<typeof LicenseAnalyticsShape>>(true)

const points = () =>
  list(
    object({ at: moment('The start of the bucket.'), count: whole() }),
    'One for each bucket, empty ones included.'
  )

/** A time series (contract#time-series). */
const TimeSeriesShape = named(
  'TimeSeries',
  {
    metric: choice(METRICS),
    interval: choice(['hour', 'day']),
    from: moment('The start of the first bucket.'),
    to: moment('The end, which is not part of it.'),
    points: points(),
  },
  'Events per hour or day.'
)
same<ReturnType<typeof toTimeSeries>, Static<typeof TimeSeriesShape>>(true)

/** Several time series (contract/01-changes#reads-for-a-console). */
const SeriesSetShape = named(
  'TimeSeriesSet',
  {
    interval: choice(['hour', 'day']),
    tz: text('The zone of the days.'),
    from: moment('The start of the first bucket.'),
    to: moment('The end, which is not part of it.'),
    series: list(
      object({
        metric: choice(METRICS),
        productId: optional(uuid('With `groupBy=product`.')),
        reason: optional(
          nullable(text('With `groupBy=reason`: a reason code; null for denials of older versions.'))
        ),
        points: points(),
      }),
      'One of each metric or, with `groupBy`, one of each group that has anything.'
    ),
  },
  'Several time series of one range.'
)
same<ReturnType<typeof toSeriesSet>, Static<typeof SeriesSetShape>>(true)

/** The answer of a time series route. */
export const AnySeriesShape = either(TimeSeriesShape, SeriesSetShape)
