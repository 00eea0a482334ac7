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
  'The number of licenses with each status.'
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
    'One point for each bucket, including empty buckets.'
  )

/** A time series (contract#time-series). */
const TimeSeriesShape = named(
  'TimeSeries',
  {
    metric: choice(METRICS),
    interval: choice(['hour', 'day']),
    from: moment('The start of the first bucket.'),
    to: moment('The end of the range, exclusive.'),
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
    tz: text('The IANA time zone of the days.'),
    from: moment('The start of the first bucket.'),
    to: moment('The end of the range, exclusive.'),
    series: list(
      object({
        metric: choice(METRICS),
        productId: optional(uuid('Only with `groupBy=product`.')),
        reason: optional(
          nullable(
            text('Only with `groupBy=reason`: a reason code; null for denials that an older version counted.')
          )
        ),
        points: points(),
      }),
      'One series for each metric. With `groupBy`, one series for each group with data.'
    ),
  },
  'Several time series for the same range.'
)
same<ReturnType<typeof toSeriesSet>, Static<typeof SeriesSetShape>>(true)

/** The answer of a time series route. */
export const AnySeriesShape = either(TimeSeriesShape, SeriesSetShape)
