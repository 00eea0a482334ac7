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
  description: `How often something happened per hour or day, at most ${MAX_POINTS} points. Without \`from\` and \`to\`: the last 30 days, or the last 24 hours. Several metrics, and \`groupBy\`, are answered with \`series\`.`,
  query: timeSeriesValidator,
  success: answersWith<AnalyticsController['series']>()(AnySeriesShape),
}
const range = {
  metric: 'What is counted; several separated by commas.',
  from: 'Where it starts, rounded down to the hour or day.',
  to: 'Where it ends; later than `from`.',
  interval: '`day` if left out.',
  groupBy: 'One series of each product, or of each reason of denials (with `metric=denied` alone).',
  tz: 'The IANA time zone of the days; UTC if left out. An hour belongs to the day in which it begins.',
}

/** Counts and time series in the API document. */
export const ANALYTICS_API = {
  'analytics.show': {
    ...ANALYTICS,
    summary: 'Count licenses',
    query: analyticsValidator,
    fields: { productId: 'Counts one product of the org.' },
    success: counts,
    refuses: ['PRODUCT_NOT_FOUND'],
  },
  'keyed.analytics.show': { ...ANALYTICS, summary: 'Count licenses', success: counts },
  'analytics.series': {
    ...series,
    fields: { ...range, productId: 'One product of the org.' },
    refuses: ['PRODUCT_NOT_FOUND'],
  },
  'keyed.analytics.series': {
    ...series,
    fields: { ...range, productId: 'Has no effect: the product of the path counts.' },
  },
} satisfies Entries
