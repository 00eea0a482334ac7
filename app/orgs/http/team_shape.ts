import type { Static } from 'typebox'
import { ROLES } from '#orgs/rules/roles'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toAuditEntry, toInvite, toMember } from './team_transformer.js'

const { anyObject, choice, moment, named, nullable, object, text, uuid } = shape

/** A member of an org. */
export const MemberShape = named(
  'Member',
  {
    id: uuid(),
    userId: uuid('The same as `id`.'),
    email: text(),
    firstName: nullable(text()),
    lastName: nullable(text()),
    role: choice(ROLES),
    createdAt: moment('When the user joined the org.'),
  },
  'A user in an org.'
)
same<ReturnType<typeof toMember>, Static<typeof MemberShape>>(true)

/** An invite, without its token. */
export const InviteShape = named(
  'Invite',
  {
    id: uuid(),
    orgId: uuid(),
    email: text(),
    role: choice(ROLES),
    invitedBy: nullable(uuid()),
    createdAt: moment(),
    expiresAt: moment(),
    acceptedAt: nullable(moment()),
  },
  'An invite to an org. Only the mail contains its link.'
)
same<ReturnType<typeof toInvite>, Static<typeof InviteShape>>(true)

/** A line of the audit log. */
export const AuditEntryShape = named(
  'AuditEntry',
  {
    id: uuid(),
    action: text('The action, such as `team.member_removed`.'),
    subjectId: nullable(text('The id of the record that the action applied to.')),
    actor: object({
      type: choice(['user', 'apiKey', 'endUser', 'system', 'operation']),
      id: nullable(text()),
      email: nullable(text()),
    }),
    data: anyObject(),
    ip: nullable(text()),
    requestId: nullable(text()),
    createdAt: moment(),
  },
  'An action in an org, with its actor.'
)
same<ReturnType<typeof toAuditEntry>, Static<typeof AuditEntryShape>>(true)
