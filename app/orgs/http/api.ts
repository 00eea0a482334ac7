import type { Entries } from '#http/api/route_entry'
import { answers, inEnvelope, shape } from '#http/api/shapes'
import { limitValidator } from '#http/page'
import { ADMIN_ORGS_API } from './admin_orgs_api.js'
import { auditLogValidator } from './audit_log_input.js'
import type InvitesController from './invites_controller.js'
import type MembersController from './members_controller.js'
import { acceptInviteValidator, inviteValidator, memberRoleValidator, orgValidator } from './org_input.js'
import { OrgShape } from './org_shape.js'
import type OrgsController from './orgs_controller.js'
import { AuditEntryShape, InviteShape, MemberShape } from './team_shape.js'

const { list, nextCursor, object, text, uuid } = shape

const ORGS = { tag: 'Orgs' }

/** Orgs and their teams in the API document. */
export const ORGS_API = {
  ...ADMIN_ORGS_API,
  'orgs.index': {
    ...ORGS,
    summary: 'List your orgs',
    description: 'Oldest first. Each org shows your role.',
    query: limitValidator,
    success: answers<OrgsController['index']>()({ orgs: list(OrgShape), nextCursor: nextCursor() }),
  },
  'orgs.store': {
    ...ORGS,
    summary: 'Create an org',
    description: 'You become its OWNER.',
    body: orgValidator,
    success: answers<OrgsController['store']>(201)({ org: OrgShape }),
    // CONFLICT and NULL_CONSTRAINT come from constraints of the database that no earlier check covers.
    refuses: ['LIMIT_REACHED', 'CONFLICT', 'NULL_CONSTRAINT'],
    example: { name: 'Acme Software' },
  },
  'orgs.update': {
    ...ORGS,
    summary: 'Rename an org',
    body: orgValidator,
    success: answers<OrgsController['update']>()({ org: OrgShape }),
    refuses: ['ORG_NOT_FOUND'],
  },
  'orgs.destroy': {
    ...ORGS,
    summary: 'Delete an org',
    description: 'Only an org without products can be deleted.',
    success: answers<OrgsController['destroy']>()({ id: uuid() }),
    refuses: ['ORG_NOT_FOUND', 'CONFLICT'],
  },
  'members.index': {
    ...ORGS,
    summary: 'List members',
    description: 'Oldest first.',
    query: limitValidator,
    success: answers<MembersController['index']>()({ members: list(MemberShape), nextCursor: nextCursor() }),
  },
  'members.update': {
    ...ORGS,
    summary: 'Change the role of a member',
    description: 'Only an OWNER can give or take away the role OWNER, and an org always has an OWNER.',
    body: memberRoleValidator,
    success: answers<MembersController['update']>()({ member: MemberShape }),
    refuses: ['NOT_FOUND', 'INSUFFICIENT_SCOPE', 'CONFLICT'],
  },
  'members.destroy': {
    ...ORGS,
    summary: 'Remove a member, or leave an org',
    description: 'Every member can leave, except the last OWNER.',
    success: answers<MembersController['destroy']>()({ id: uuid() }),
    refuses: ['NOT_FOUND', 'INSUFFICIENT_SCOPE', 'CONFLICT'],
  },
  'invites.index': {
    ...ORGS,
    summary: 'List invites',
    query: limitValidator,
    success: answers<InvitesController['index']>()({ invites: list(InviteShape), nextCursor: nextCursor() }),
  },
  'invites.store': {
    ...ORGS,
    summary: 'Invite a member',
    description: 'Sends a mail with a link that is valid for 7 days.',
    body: inviteValidator,
    success: answers<InvitesController['store']>(201)({ invite: InviteShape }),
    refuses: ['CONFLICT', 'INSUFFICIENT_SCOPE', 'FORBIDDEN', 'LIMIT_REACHED', 'RATE_LIMITED'],
    example: { email: 'jane@example.com', role: 'MEMBER' },
  },
  'invites.destroy': {
    ...ORGS,
    summary: 'Withdraw an invite',
    success: answers<InvitesController['destroy']>()({ id: uuid() }),
    refuses: ['NOT_FOUND', 'CONFLICT', 'INSUFFICIENT_SCOPE'],
  },
  'invites.accept': {
    ...ORGS,
    summary: 'Accept an invite',
    description: 'The signed-in user must have the email address that the invite was sent to.',
    body: acceptInviteValidator,
    fields: { token: 'The token from the link in the mail.' },
    success: answers<InvitesController['accept']>()({ member: MemberShape }),
    refuses: ['NOT_FOUND', 'CONFLICT', 'GONE', 'FORBIDDEN', 'LIMIT_REACHED'],
  },
  'audit_logs.index': {
    ...ORGS,
    summary: 'Read the audit log',
    description: 'Newest first. Each entry shows the actor, the action and the IP address.',
    query: auditLogValidator,
    fields: {
      actor: 'The id of the actor.',
      action: 'An action such as `api_key.created`, or the part before the dot, such as `api_key`.',
      from: 'The start of the range, inclusive.',
      to: 'The end of the range, exclusive.',
      format: '`csv` returns all matching entries as a file and ignores `limit` and `cursor`.',
      bom: 'With `format=csv`: starts the file with a byte order mark, which spreadsheet programs need to read UTF-8.',
    },
    success: [
      inEnvelope(200, object({ entries: list(AuditEntryShape), nextCursor: nextCursor() })),
      {
        status: 200,
        body: text(),
        type: 'text/csv',
        headers: { 'Content-Disposition': 'The name of the file.' },
        description: 'With `format=csv`.',
      },
    ],
  },
} satisfies Entries
