import type { Entries, Success } from '#http/api/route_entry'
import { shape } from '#http/api/shapes'

const { anyObject, list, moment, object } = shape

const file: Success = {
  status: 200,
  body: object({
    exportedAt: moment(),
    profile: anyObject(),
    signIns: list(anyObject()),
    licenses: list(anyObject('With the devices that they are bound to.')),
    orders: list(anyObject()),
    tickets: list(anyObject('With their messages, without internal ones.')),
    downloads: list(anyObject('Of the last 90 days.')),
    activity: list(anyObject(), 'What the end user did to the licenses.'),
  }),
  headers: { 'Content-Disposition': 'Names the file.' },
}

/** The routes for exporting end users in the API document. */
export const END_USER_EXPORTS_API = {
  'end_user_exports.show': {
    tag: 'End users',
    summary: 'Export everything about an end user',
    description: 'One JSON file, streamed. The audit log tells of it.',
    success: file,
    refuses: ['NOT_FOUND'],
  },
  'end_users.end_user_exports.own': {
    tag: 'Portal',
    summary: 'Export everything about you',
    description: 'One JSON file, streamed.',
    success: file,
    refuses: ['VALIDATION_ERROR'],
  },
} satisfies Entries
