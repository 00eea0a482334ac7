import type { Entries } from '#http/api/route_entry'
import { answersWith } from '#http/api/shapes'
import { MAX_POINTS } from '#kernel/time/time_series'
import type AnalyticsController from './analytics_controller.js'
import { analyticsValidator, timeSeriesValidator } from './analytics_input.js'
import { AnySeriesShape, LicenseAnalyticsShape } from './analytics_shape.js'

const ANALYTICS = { tag: 'Analytics' }
const counts = answersWith<AnalyticsController['show']>()(LicenseAnalyticsShape)

const series = {
  ...ANALYTICS,
  summary: 'Read a time series',
  description: `Counts events per hour or day, with at most ${MAX_POINTS} points. Without \`from\` and \`to\`, the range is the last 30 days, or the last 24 hours with \`interval=hour\`. The answer contains \`series\` if the request has several metrics or \`groupBy\`.`,
  query: timeSeriesValidator,
  success: answersWith<AnalyticsController['series']>()(AnySeriesShape),
}
const range = {
  metric: 'The metrics to count, separated by commas.',
  from: 'The start of the range, rounded down to the hour or day.',
  to: 'The end of the range; it must be later than `from`. Counts are kept by the hour: an hour that begins before it counts whole.',
  interval: 'The length of a bucket; `day` if omitted.',
  groupBy:
    'Returns one series for each product, or for each reason of denials. `reason` requires `metric=denied` and no other metric.',
  tz: 'The IANA time zone of the days; UTC if omitted. An hour belongs to the day in which it begins.',
}

/** Counts and time series in the API document. */
export const ANALYTICS_API = {
  'analytics.show': {
    ...ANALYTICS,
    summary: 'Count licenses',
    query: analyticsValidator,
    fields: { productId: 'Counts only licenses of this product.' },
    success: counts,
    refuses: ['PRODUCT_NOT_FOUND'],
  },
  'keyed.analytics.show': {
    ...ANALYTICS,
    summary: 'Count licenses',
    query: analyticsValidator,
    fields: { productId: 'Has no effect: the product of the path applies.' },
    success: counts,
  },
  'analytics.series': {
    ...series,
    fields: { ...range, productId: 'Counts only events of this product.' },
    refuses: ['PRODUCT_NOT_FOUND'],
  },
  'keyed.analytics.series': {
    ...series,
    fields: { ...range, productId: 'Has no effect: the product of the path applies.' },
  },
} satisfies Entries
