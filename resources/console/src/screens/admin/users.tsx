import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { changeAnyUser, listAllUsers } from '../../api/admin'
import { useMe } from '../../api/me'
import type { AdminUser } from '../../api/types'
import { usePages } from '../../api/use_pages'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { SearchField } from '../../ui/filter_fields'
import { Empty, Loaded } from '../../ui/states'
import { Table } from '../../ui/table'
import { Time } from '../../ui/time'
import { toastRefusal } from '../../ui/toasts'
import { AdminFrame } from './frame'

const route = getRouteApi('/inside/admin/users')

/** Lists all users of the service. */
export function AdminUsers() {
  return (
    <AdminFrame title="Users">
      <Users />
    </AdminFrame>
  )
}

function Users() {
  const { search } = route.useSearch()
  const me = useMe()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [disabling, setDisabling] = useState<AdminUser | null>(null)
  const list = usePages(['all users', search], (query, signal) =>
    listAllUsers({ query: { ...query, search }, signal })
  )
  const changed = useWrite(
    ({ userId, disabled }: { userId: string; disabled: boolean }, key) =>
      changeAnyUser({ path: { userId }, body: { disabled }, key }),
    {
      done: () => {
        setDisabling(null)
        void queryClient.invalidateQueries({ queryKey: ['all users'] })
      },
      failed: toastRefusal,
    }
  )
  return (
    <>
      <div className="filters" role="search">
        <SearchField
          label="Email or name"
          placeholder="Email or name"
          maxLength={254}
          value={search ?? ''}
          change={(text) =>
            void navigate({ to: '/admin/users', search: { search: text || undefined }, replace: true })
          }
        />
      </div>
      <Loaded query={list}>
        {({ pages }) => {
          const users = pages.flatMap((page) => page.users)
          if (users.length === 0) return <Empty title="No users match" />
          return (
            <Table
              label="Users"
              list={list}
              heads={['Email', 'Name', 'Plan', 'Organisations', '2FA', 'Created', 'Status', '']}
              rows={users.map((user) => ({
                id: user.id,
                cells: [
                  <span key="e" title={user.id}>
                    {user.email}{' '}
                    {user.platformAdmin && <span className="pill accent only-text">Platform admin</span>}
                  </span>,
                  [user.firstName, user.lastName].filter(Boolean).join(' '),
                  user.plan,
                  user.orgs,
                  user.totpEnabled ? 'On' : <span className="faint">Off</span>,
                  <Time key="t" at={user.createdAt} />,
                  <span key="s" className={user.disabled ? 'pill bad only-text' : 'pill ok only-text'}>
                    {user.disabled ? 'Disabled' : 'Active'}
                  </span>,
                  user.id !== me.user.id && (
                    <Button
                      key="b"
                      look="small"
                      aria-label={`${user.disabled ? 'Enable' : 'Disable'} ${user.email}`}
                      busy={changed.busy && changed.words?.userId === user.id}
                      onClick={() =>
                        user.disabled
                          ? changed.write({ userId: user.id, disabled: false })
                          : setDisabling(user)
                      }
                    >
                      {user.disabled ? 'Enable' : 'Disable'}
                    </Button>
                  ),
                ],
              }))}
            />
          )
        }}
      </Loaded>
      {disabling && (
        <Confirm
          title={`Disable ${disabling.email}`}
          about="All sessions and tokens end immediately. The user cannot sign in until enabled again."
          label="Disable"
          sent={changed}
          onClose={() => setDisabling(null)}
          go={() => changed.write({ userId: disabling.id, disabled: true })}
        />
      )}
    </>
  )
}
