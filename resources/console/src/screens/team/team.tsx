import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMe, useOrg } from '../../api/me'
import {
  changeMember,
  createInvite,
  listInvites,
  listMembers,
  removeMember,
  withdrawInvite,
} from '../../api/team'
import type { Member } from '../../api/types'
import { useOpenInvites } from '../../api/use_open_invites'
import { usePages } from '../../api/use_pages'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { Dialog } from '../../ui/dialog'
import { Choice, Field } from '../../ui/field'
import { Refused } from '../../ui/refused'
import { Loaded } from '../../ui/states'
import { SavedSelect } from '../../ui/saved_select'
import { RevokeInvite } from '../../ui/revoke_invite'
import { Table } from '../../ui/table'
import { Time } from '../../ui/time'
import { toast, toastRefusal } from '../../ui/toasts'
import { roleName, rolesGivenBy } from './roles'

type Role = Member['role']

/** Lists the members of an org and open invitations. */
export function Team() {
  const { org: orgId } = useParams({ from: '/inside/$org' })
  const { may } = useOrg(orgId)
  const mayChange = may('ADMIN')
  const [inviting, setInviting] = useState(false)
  return (
    <div className="page">
      <div className="page-head">
        <h1>Team</h1>
        {mayChange && (
          <Button look="primary" icon="plus" onClick={() => setInviting(true)}>
            Invite
          </Button>
        )}
      </div>
      <Members orgId={orgId} mayChange={mayChange} />
      {mayChange && <Invites orgId={orgId} />}
      {inviting && <InviteDialog orgId={orgId} onClose={() => setInviting(false)} />}
    </div>
  )
}

function Members({ orgId, mayChange }: { orgId: string; mayChange: boolean }) {
  const { user } = useMe()
  const { may } = useOrg(orgId)
  // Only owners change owners.
  const mayChangeOne = ({ userId, role }: Member) =>
    mayChange && userId !== user.id && (may('OWNER') || role !== 'OWNER')
  const queryClient = useQueryClient()
  const [leaving, setLeaving] = useState<Member | null>(null)
  const changed = () => {
    setLeaving(null)
    return queryClient.invalidateQueries({ queryKey: ['members', orgId] })
  }
  const list = usePages(['members', orgId], (query, signal) =>
    listMembers({ path: { orgId }, query, signal })
  )
  const given = useWrite(
    ({ userId, role }: { userId: string; role: Role }, key) =>
      changeMember({ path: { orgId, userId }, body: { role }, key }),
    {
      done: changed,
      failed: (refusal) => {
        toastRefusal(refusal)
        return changed()
      },
      inTurn: orgId,
    }
  )
  const removed = useWrite((userId: string, key) => removeMember({ path: { orgId, userId }, key }), {
    done: changed,
  })
  return (
    <>
      <Loaded query={list}>
        {({ pages }) => (
          <Table
            label="Members"
            list={list}
            heads={['Email', 'Name', 'Role', 'Joined', ...(mayChange ? [''] : [])]}
            rows={pages
              .flatMap((page) => page.members)
              .map((member) => ({
                id: member.id,
                cells: [
                  <span key="e">
                    {member.email} {member.userId === user.id && <span className="faint">you</span>}
                  </span>,
                  [member.firstName, member.lastName].filter(Boolean).join(' '),
                  mayChangeOne(member) ? (
                    <SavedSelect
                      key="r"
                      label={`Role of ${member.email}`}
                      value={member.role}
                      options={rolesGivenBy(may('OWNER'))}
                      save={(role) => given.writeOut({ userId: member.userId, role: role as Role })}
                    />
                  ) : (
                    roleName(member.role)
                  ),
                  <Time key="s" at={member.createdAt} />,
                  ...(mayChange
                    ? [
                        mayChangeOne(member) && (
                          <Button
                            key="x"
                            look="plain square small"
                            icon="x"
                            aria-label={`Remove ${member.email}`}
                            onClick={() => setLeaving(member)}
                          />
                        ),
                      ]
                    : []),
                ],
              }))}
          />
        )}
      </Loaded>
      {leaving && (
        <Confirm
          title={`Remove ${leaving.email}`}
          about="They lose access to this organisation immediately."
          label="Remove"
          sent={removed}
          onClose={() => setLeaving(null)}
          go={() => removed.write(leaving.userId)}
        />
      )}
    </>
  )
}

function Invites({ orgId }: { orgId: string }) {
  const { may } = useOrg(orgId)
  const queryClient = useQueryClient()
  const { list, invites } = useOpenInvites(['invites', orgId], (query, signal) =>
    listInvites({ path: { orgId }, query, signal })
  )
  const withdrawn = useWrite((inviteId: string, key) => withdrawInvite({ path: { orgId, inviteId }, key }), {
    done: () => void queryClient.invalidateQueries({ queryKey: ['invites', orgId] }),
    failed: toastRefusal,
  })
  return (
    <Loaded query={list} rows={2}>
      {() => {
        if (invites.length === 0) return null
        return (
          <>
            <h2>Invited</h2>
            <Table
              label="Invited"
              list={list}
              heads={['Email', 'Role', 'Expires', '']}
              rows={invites.map(({ id, email, role, expiresAt }) => ({
                id,
                cells: [
                  email,
                  roleName(role),
                  <Time key="t" at={expiresAt} />,
                  (role !== 'OWNER' || may('OWNER')) && (
                    <RevokeInvite key="x" email={email} revoke={() => withdrawn.write(id)} />
                  ),
                ],
              }))}
            />
          </>
        )
      }}
    </Loaded>
  )
}

function InviteDialog({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const { may } = useOrg(orgId)
  const queryClient = useQueryClient()
  const made = useWrite(
    (body: { email: string; role: Role }, key) => createInvite({ path: { orgId }, body, key }),
    {
      done: (_, { email }) => {
        void queryClient.invalidateQueries({ queryKey: ['invites', orgId] })
        toast(`${email} is invited`)
        onClose()
      },
    }
  )
  const problem = made.refusal?.fields.email
  return (
    <Dialog
      title="Invite to the team"
      about="They get an email with a link that is valid for a few days."
      onClose={onClose}
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget)
          made.write({ email: String(typed.get('email')), role: typed.get('role') as Role })
        }}
      >
        <Field label="Email" name="email" type="email" required autoFocus problem={problem} />
        <Choice
          label="Role"
          name="role"
          defaultValue="MEMBER"
          options={rolesGivenBy(may('OWNER'))}
          hint="Viewers can only read. Members can also manage licenses. Admins can also manage everything else."
        />
        <Refused refusal={made.refusal} shown={['email']} />
        <div className="actions end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={made.busy}>
            Send invitation
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
