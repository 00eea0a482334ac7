import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { readEndUser, unbanEndUser } from '../../api/end_users'
import { useOrg } from '../../api/me'
import type { FullEndUser } from '../../api/types'
import { withSession } from '../../api/with_session'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import { saveFile } from '../../ui/download_link'
import { Menu, type MenuEntry } from '../../ui/menu'
import { SecretDialog } from '../../ui/secret'
import { Loaded } from '../../ui/states'
import { Time } from '../../ui/time'
import { toast, toastRefusal } from '../../ui/toasts'
import { LicensesOf } from './licenses_of'
import { personName } from './person'
import { usePortalLink } from './portal_link'
import { SignIns } from './sign_ins'
import { PersonStepDialog, type PersonStep } from './steps'

const route = getRouteApi('/inside/$org/end-users/$id')

/** The page of one end user: profile, licenses, and sign-ins to the portal. */
export function EndUserPage() {
  const { org: orgId, id } = route.useParams()
  const query = useQuery({
    queryKey: ['end user', id],
    queryFn: ({ signal }) => readEndUser({ path: { orgId, endUserId: id }, signal }),
  })
  return (
    <div className="page">
      <Link to="/$org/end-users" params={{ org: orgId }} search={{}} className="small">
        End users
      </Link>
      <Loaded query={query}>{({ endUser }) => <Whole orgId={orgId} person={endUser} />}</Loaded>
    </div>
  )
}

function Whole({ orgId, person }: { orgId: string; person: FullEndUser }) {
  const { may } = useOrg(orgId)
  const [step, setStep] = useState<PersonStep | null>(null)
  const [link, setLink] = useState<string | null>(null)
  const linked = usePortalLink(orgId, person.id, (url) => {
    setStep((now) => (now === 'link' ? null : now))
    setLink(url)
  })
  const mayChange = may('MEMBER') && !person.erasedAt && !person.mergedInto
  const entries: MenuEntry[] = [
    // The service makes no link for someone who is banned.
    ...(person.banned
      ? []
      : [{ label: 'Create one-time link', icon: 'key' as const, run: () => setStep('link') }]),
    ...(may('ADMIN') ? adminEntries(orgId, person.id, setStep) : []),
  ]
  return (
    <>
      <div className="page-head">
        <h1>{personName(person)}</h1>
        {mayChange && <Button onClick={() => setStep('edit')}>Edit</Button>}
        {mayChange && <BanButton person={person} orgId={orgId} ban={() => setStep('ban')} />}
        {mayChange && entries.length > 0 && (
          <Menu trigger={<Button look="square" icon="more" aria-label="More actions" />} entries={entries} />
        )}
      </div>
      <div className="actions">
        {person.banned && <span className="pill bad only-text">Banned</span>}
        {person.banned && person.banReason && <span className="small quiet">“{person.banReason}”</span>}
        {person.erasedAt && <span className="pill only-text">Erased</span>}
        {person.mergedInto && (
          <span className="small">
            Merged into{' '}
            <Link to="/$org/end-users/$id" params={{ org: orgId, id: person.mergedInto }} className="linked">
              another end user
            </Link>
          </span>
        )}
      </div>
      <div className="columns">
        <Facts person={person} />
        <SignIns orgId={orgId} person={person} mayChange={mayChange} />
      </div>
      <LicensesOf orgId={orgId} endUserId={person.id} mayChange={may('MEMBER')} />
      <p className="small">
        <Link to="/$org/tickets" params={{ org: orgId }} search={{ person: person.id }} className="linked">
          Tickets
        </Link>
      </p>
      {step && (
        <PersonStepDialog
          step={step}
          orgId={orgId}
          person={person}
          linked={linked}
          onClose={() => setStep(null)}
        />
      )}
      {link && (
        <SecretDialog
          title="One-time link"
          secrets={[['Link, valid once within 15 minutes', link]]}
          onClose={() => setLink(null)}
        />
      )}
    </>
  )
}

function adminEntries(orgId: string, id: string, start: (step: PersonStep) => void): MenuEntry[] {
  return [
    { label: 'Merge another end user into this one', icon: 'users', run: () => start('merge') },
    {
      label: 'Export data',
      icon: 'download',
      run: () => void saveFile(() => withSession(`/v1/dashboard/orgs/${orgId}/end-users/${id}/export`)),
    },
    { label: 'Erase', icon: 'trash', bad: true, run: () => start('erase') },
  ]
}

/** Bans an end user or lifts the ban. A ban asks for a reason; lifting it does not. */
function BanButton({ orgId, person, ban }: { orgId: string; person: FullEndUser; ban: () => void }) {
  const queryClient = useQueryClient()
  const lifted = useWrite((endUserId: string, key) => unbanEndUser({ path: { orgId, endUserId }, key }), {
    done: (answer) => {
      queryClient.setQueryData(['end user', person.id], answer)
      void queryClient.invalidateQueries({ queryKey: ['end users', orgId] })
      toast('Ban lifted')
    },
    failed: toastRefusal,
  })
  if (!person.banned)
    return (
      <Button icon="ban" onClick={ban}>
        Ban
      </Button>
    )
  return (
    <Button busy={lifted.busy} onClick={() => lifted.write(person.id)}>
      Lift ban
    </Button>
  )
}

function Facts({ person }: { person: FullEndUser }) {
  return (
    <section className="panel" aria-label="End user">
      <h2>End user</h2>
      <dl className="facts narrow">
        <dt>Email</dt>
        <dd>
          {person.email ?? <span className="faint">None</span>}{' '}
          {person.email && (
            <span className={person.emailVerified ? 'pill ok only-text' : 'pill only-text'}>
              {person.emailVerified ? 'Verified' : 'Unverified'}
            </span>
          )}
        </dd>
        <dt>Username</dt>
        <dd>{person.username ?? <span className="faint">None</span>}</dd>
        <dt>External ID</dt>
        <dd className="mono">{person.externalId ?? <span className="faint">None</span>}</dd>
        <dt>ID</dt>
        <dd className="mono">
          {person.id} <CopyButton text={person.id} what="id" />
        </dd>
        <dt>Last seen</dt>
        <dd>
          <Time at={person.lastSeenAt} none="Never" />
        </dd>
        <dt>Created</dt>
        <dd>
          <Time at={person.createdAt} />
        </dd>
        {Object.entries(person.metadata).map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="mono">{JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
