import type { Static } from 'typebox'
import type { LicenseAnalytics } from '#analytics/queries/license_analytics'
import { LICENSE_STATUSES, type LicenseStatus } from '#licensing/rules/license'
import { METRICS } from '#kernel/metrics/metrics'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toTimeSeries } from './analytics_transformer.js'

const { choice, list, moment, named, object, text, uuid, whole } = shape

/** Licenses of each status. */
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

/** A time series (contract#time-series). */
export const TimeSeriesShape = named(
  'TimeSeries',
  {
    metric: choice(METRICS),
    interval: choice(['hour', 'day']),
    from: moment('The start of the first bucket.'),
    to: moment('The end, which is not part of it.'),
    points: list(
      object({ at: moment('The start of the bucket.'), count: whole() }),
      'One for each bucket, empty ones included.'
    ),
  },
  'Events per hour or day.'
)
same<ReturnType<typeof toTimeSeries>, Static<typeof TimeSeriesShape>>(true)
