import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toLicenseEvent } from './license_event_transformer.js'

const { anyObject, choice, moment, named, nullable, object, text } = shape

/** A row of a timeline (contract#timeline-and-deletion). */
export const LicenseEventShape = named(
  'LicenseEvent',
  {
    type: text('What happened, such as `license.frozen`.'),
    actor: object(
      { type: choice(['user', 'apiKey', 'endUser', 'system', 'operation']), id: nullable(text()) },
      'Who did it.'
    ),
    reason: nullable(text()),
    data: anyObject('What changed; `before` holds the values before.'),
    createdAt: moment(),
  },
  'Something that happened to a license.'
)
same<ReturnType<typeof toLicenseEvent>, Static<typeof LicenseEventShape>>(true)
