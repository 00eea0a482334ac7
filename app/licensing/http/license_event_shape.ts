import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toLicenseEvent } from './license_event_transformer.js'

const { anyObject, choice, moment, named, nullable, object, text } = shape

/** A row of a timeline (contract#timeline-and-deletion). */
export const LicenseEventShape = named(
  'LicenseEvent',
  {
    type: text('The event, such as `license.frozen`.'),
    actor: object(
      { type: choice(['user', 'apiKey', 'endUser', 'system', 'operation']), id: nullable(text()) },
      'The actor of the change.'
    ),
    reason: nullable(text()),
    data: anyObject('The details of the change. `before` contains the old values.'),
    createdAt: moment(),
  },
  'An entry in the timeline of a license.'
)
same<ReturnType<typeof toLicenseEvent>, Static<typeof LicenseEventShape>>(true)
