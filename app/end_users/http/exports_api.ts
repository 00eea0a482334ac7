import type { Entries, Success } from '#http/api/route_entry'
import { shape } from '#http/api/shapes'

const { anyObject, list, moment, object } = shape

const file: Success = {
  status: 200,
  body: object({
    exportedAt: moment(),
    profile: anyObject(),
    signIns: list(anyObject()),
    licenses: list(anyObject('A license, with the devices that it is bound to.')),
    orders: list(anyObject()),
    tickets: list(anyObject('A ticket with its messages, without internal messages.')),
    downloads: list(anyObject('A download of the last 90 days.')),
    activity: list(anyObject(), 'The changes that the end user made to licenses.'),
  }),
  headers: { 'Content-Disposition': 'The name of the file.' },
}

/** The routes for exporting end users in the API document. */
export const END_USER_EXPORTS_API = {
  'end_user_exports.show': {
    tag: 'End users',
    summary: 'Export all data about an end user',
    description: 'Streams one JSON file. The audit log records the export.',
    success: file,
    refuses: ['NOT_FOUND'],
  },
  'end_users.end_user_exports.own': {
    tag: 'Portal',
    summary: 'Export all data about you',
    description: 'Streams one JSON file.',
    success: file,
    refuses: ['VALIDATION_ERROR'],
  },
} satisfies Entries
