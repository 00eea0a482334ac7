import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { changeAnyOrg, listAllOrgs } from '../../api/admin'
import type { AdminOrg, AdminOrgsUpdateData } from '../../api/types'
import { usePages } from '../../api/use_pages'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { SearchField } from '../../ui/filter_fields'
import { Empty, Loaded } from '../../ui/states'
import { SavedSelect } from '../../ui/saved_select'
import { Table } from '../../ui/table'
import { shown, Time } from '../../ui/time'
import { toastRefusal } from '../../ui/toasts'
import { AdminFrame } from './frame'

const route = getRouteApi('/inside/admin')
const PLANS = ['free', 'pro', 'business', 'enterprise'] as const satisfies AdminOrg['plan'][]
type Change = { orgId: string; body: NonNullable<AdminOrgsUpdateData['body']> }

/** Lists all orgs of the service. */
export function AdminOrgs() {
  return (
    <AdminFrame title="Organisations">
      <Orgs />
    </AdminFrame>
  )
}

function Orgs() {
  const { search } = route.useSearch()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [suspending, setSuspending] = useState<AdminOrg | null>(null)
  const list = usePages(['all orgs', search], (query, signal) =>
    listAllOrgs({ query: { ...query, search }, signal })
  )
  const forget = () => queryClient.invalidateQueries({ queryKey: ['all orgs'] })
  const write = ({ orgId, body }: Change, key: string) => changeAnyOrg({ path: { orgId }, body, key })
  const planned = useWrite(write, {
    done: forget,
    failed: toastRefusal,
    inTurn: 'all orgs',
  })
  const changed = useWrite(write, {
    done: () => {
      setSuspending(null)
      return forget()
    },
    failed: toastRefusal,
  })
  const suspend = ({ id }: AdminOrg, suspended: boolean) => changed.write({ orgId: id, body: { suspended } })
  return (
    <>
      <div className="filters" role="search">
        <SearchField
          label="Name, owner or ID"
          placeholder="Name, owner or ID"
          maxLength={254}
          value={search ?? ''}
          change={(text) =>
            void navigate({ to: '/admin', search: { search: text || undefined }, replace: true })
          }
        />
      </div>
      <Loaded query={list}>
        {({ pages }) => {
          const orgs = pages.flatMap((page) => page.orgs)
          if (orgs.length === 0) return <Empty title="No organisations match" />
          return (
            <Table
              label="Organisations"
              list={list}
              heads={['Name', 'Owner', 'Plan', 'Members', 'Products', 'Licenses', 'Created', 'Status', '']}
              rows={orgs.map((org) => ({
                id: org.id,
                cells: [
                  <span key="n" title={org.id}>
                    {org.name}
                  </span>,
                  org.owner,
                  <SavedSelect
                    key="p"
                    label={`Plan of ${org.name}`}
                    title="The plan belongs to the owner and applies to all their organisations"
                    value={org.plan}
                    options={PLANS.map((plan) => [plan, plan] as const)}
                    save={(plan) =>
                      planned.writeOut({ orgId: org.id, body: { plan: plan as AdminOrg['plan'] } })
                    }
                  />,
                  shown(org.members),
                  shown(org.products),
                  shown(org.licenses),
                  <Time key="t" at={org.createdAt} />,
                  <span key="s" className={org.suspended ? 'pill warn only-text' : 'pill ok only-text'}>
                    {org.suspended ? 'Suspended' : 'Active'}
                  </span>,
                  <Button
                    key="b"
                    look="small"
                    aria-label={`${org.suspended ? 'Reactivate' : 'Suspend'} ${org.name}`}
                    onClick={() => (org.suspended ? suspend(org, false) : setSuspending(org))}
                  >
                    {org.suspended ? 'Reactivate' : 'Suspend'}
                  </Button>,
                ],
              }))}
            />
          )
        }}
      </Loaded>
      {suspending && (
        <Confirm
          title={`Suspend ${suspending.name}`}
          about="Members can only read, and programs are refused its licenses, until the organisation is reactivated."
          label="Suspend"
          sent={changed}
          onClose={() => setSuspending(null)}
          go={() => suspend(suspending, true)}
        />
      )}
    </>
  )
}
