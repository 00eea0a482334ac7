import { useState } from 'react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { listEndUsers } from '../../api/end_users'
import { useOrg } from '../../api/me'
import { usePages } from '../../api/use_pages'
import { flagOf } from '../../search'
import { Button } from '../../ui/button'
import { Pick, SearchField } from '../../ui/filter_fields'
import { Menu } from '../../ui/menu'
import { Empty, Loaded } from '../../ui/states'
import { Table } from '../../ui/table'
import { Time } from '../../ui/time'
import { useProducts } from '../licenses/use_licenses'
import { InviteDialog } from './invite_dialog'
import { Invites } from './invites'
import { NewPerson } from './new_person'
import { personName } from './person'

const route = getRouteApi('/inside/$org/end-users')
const BANNED = [
  ['true', 'Banned'],
  ['false', 'Not banned'],
] as const

/** Lists the end users of an org. */
export function EndUsers() {
  const { org: orgId } = route.useParams()
  const search = route.useSearch()
  const { may } = useOrg(orgId)
  const { products } = useProducts(orgId)
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'new' | 'invite' | null>(null)
  const mayChange = may('MEMBER')
  const filter = { search: search.search, banned: flagOf(search.banned), productId: search.product }
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const list = usePages(['end users', orgId, filter], (query, signal) =>
    listEndUsers({ path: { orgId }, query: { ...query, ...filter }, signal })
  )
  const change = (part: typeof search, replace = false) =>
    void navigate({ to: '/$org/end-users', params: { org: orgId }, search: { ...search, ...part }, replace })
  return (
    <div className="page">
      <div className="page-head">
        <h1>End users</h1>
        {mayChange && (
          <>
            <Button look="primary" icon="plus" onClick={() => setAsked('new')}>
              New end user
            </Button>
            <Menu
              trigger={<Button look="square" icon="more" aria-label="More actions" />}
              entries={[
                { label: 'Invite by email', icon: 'user', run: () => setAsked('invite') },
                {
                  label: 'Portal settings',
                  icon: 'settings',
                  run: () => void navigate({ to: '/$org/settings/portal', params: { org: orgId } }),
                },
              ]}
            />
          </>
        )}
      </div>
      <div className="filters" role="search">
        <SearchField
          label="Email, name or ID"
          placeholder="Email, name or ID"
          maxLength={254}
          value={search.search ?? ''}
          change={(text) => change({ search: text || undefined }, true)}
        />
        <Pick
          label="Banned"
          value={search.banned}
          none="Banned: any"
          options={BANNED}
          change={(banned) => change({ banned })}
        />
        {products.length > 1 && (
          <Pick
            label="Product"
            value={search.product}
            none="Any product"
            options={products.map(({ id, name }) => [id, name] as const)}
            change={(product) => change({ product })}
          />
        )}
        {isFiltered && (
          <Button
            look="plain"
            icon="x"
            onClick={() => change({ search: undefined, banned: undefined, product: undefined })}
          >
            Clear filters
          </Button>
        )}
      </div>
      <Loaded query={list}>
        {({ pages }) => {
          const people = pages.flatMap((page) => page.endUsers)
          if (people.length === 0)
            return isFiltered ? (
              <Empty title="No end users match" />
            ) : (
              <Empty title="No end users yet">
                End users are added when they sign in to the portal, buy something, or are given a license.
              </Empty>
            )
          return (
            <Table
              label="End users"
              list={list}
              heads={['Name', 'Email', 'External ID', 'Status', 'Last seen', 'Created']}
              rows={people.map((person) => ({
                id: person.id,
                cells: [
                  <Link key="n" to="/$org/end-users/$id" params={{ org: orgId, id: person.id }}>
                    {personName(person)}
                  </Link>,
                  person.email,
                  <span key="x" className="mono quiet">
                    {person.externalId}
                  </span>,
                  person.banned && (
                    <span key="b" className="pill bad only-text">
                      Banned
                    </span>
                  ),
                  <Time key="l" at={person.lastSeenAt} none="Never" />,
                  <Time key="c" at={person.createdAt} />,
                ],
              }))}
            />
          )
        }}
      </Loaded>
      <Invites orgId={orgId} mayChange={mayChange} />
      {asked === 'new' && <NewPerson orgId={orgId} onClose={() => setAsked(null)} />}
      {asked === 'invite' && <InviteDialog orgId={orgId} onClose={() => setAsked(null)} />}
    </div>
  )
}
