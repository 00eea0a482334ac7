import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readFacts } from '../../api/accounts'
import { linkedAccountsQuery } from '../../api/linked_accounts'
import { linkAccount, unlinkAccount } from '../../api/my_account'
import type { LinkedAccount } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { providerName } from '../../ui/provider_name'
import { Loaded } from '../../ui/states'
import { Table } from '../../ui/table'
import { Time } from '../../ui/time'
import { toastRefusal } from '../../ui/toasts'

/** Lists the user's linked accounts at other providers. Shows nothing if the operator has configured no provider. */
export function LinkedAccounts() {
  const { data: facts } = useQuery({ queryKey: ['facts'], queryFn: ({ signal }) => readFacts({ signal }) })
  const query = useQuery(linkedAccountsQuery)
  const { providers = [], providerSignIn } = facts?.console ?? {}
  if (providers.length === 0) return null
  return (
    <>
      <h2>Linked accounts</h2>
      {providerSignIn && <p className="small quiet">You can sign in with any linked account.</p>}
      <Loaded query={query} rows={2}>
        {({ accounts }) => (
          <Table
            label="Linked accounts"
            heads={['Provider', 'Email', 'Linked', '']}
            rows={providers.map((provider) => {
              const account = accounts.find((one) => one.provider === provider)
              return {
                id: provider,
                cells: [
                  providerName(provider),
                  account?.email,
                  account && <Time key="t" at={account.createdAt} />,
                  <Step key="s" provider={provider} account={account} />,
                ],
              }
            })}
          />
        )}
      </Loaded>
    </>
  )
}

function Step({ provider, account }: { provider: string; account?: LinkedAccount }) {
  const [address, setAddress] = useState<string | null>(null)
  const queryClient = useQueryClient()
  const begun = useWrite((_: null, key) => linkAccount({ path: { provider }, key }), {
    done: ({ authorizationUrl }) => setAddress(authorizationUrl),
    failed: toastRefusal,
  })
  const ended = useWrite((_: null, key) => unlinkAccount({ path: { provider }, key }), {
    done: () => {
      setAddress(null)
      void queryClient.invalidateQueries({ queryKey: linkedAccountsQuery.queryKey })
    },
    failed: toastRefusal,
  })
  const name = providerName(provider)
  if (account)
    return (
      <Button look="small" busy={ended.busy} aria-label={`Unlink ${name}`} onClick={() => ended.write(null)}>
        Unlink
      </Button>
    )
  // A browser opens a page of another host in a new tab only after a click, so this is a link.
  if (address)
    return (
      <a href={address} target="_blank" rel="noopener" className="button small primary">
        Go to {name}
      </a>
    )
  return (
    <Button look="small" busy={begun.busy} aria-label={`Link ${name}`} onClick={() => begun.write(null)}>
      Link
    </Button>
  )
}
