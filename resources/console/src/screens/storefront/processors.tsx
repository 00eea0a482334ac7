import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useOrg } from '../../api/me'
import { connectProcessor, listProcessors } from '../../api/processors'
import type { ProcessorsStoreData } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Choice, Field } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'
import { Empty, Loaded } from '../../ui/states'
import { Status } from '../../ui/status'
import { Table } from '../../ui/table'
import { Time } from '../../ui/time'
import { textOf } from '../../ui/typed'
import { StorefrontFrame } from './frame'
import { PROVIDERS, providerName } from './providers'

type Body = ProcessorsStoreData['body']

/** Who takes the money, and tells of it. */
export function Processors() {
  const { org: orgId } = useParams({ from: '/inside/$org' })
  const { may } = useOrg(orgId)
  const [adding, setAdding] = useState(false)
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey: ['processors', orgId],
    queryFn: ({ signal }) => listProcessors({ path: { orgId }, signal }),
    enabled: may('ADMIN'),
  })
  const made = useWrite((body: Body, key) => connectProcessor({ path: { orgId }, body, key }), {
    done: () => {
      setAdding(false)
      void queryClient.invalidateQueries({ queryKey: ['processors', orgId] })
    },
  })
  if (!may('ADMIN'))
    return (
      <StorefrontFrame orgId={orgId}>
        <Empty title="For admins">An admin of the organisation can look at payment.</Empty>
      </StorefrontFrame>
    )
  const problems = made.refusal?.fields ?? {}
  return (
    <StorefrontFrame orgId={orgId}>
      <div className="actions">
        <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
          Connect a processor
        </Button>
      </div>
      <Loaded query={query}>
        {({ processors }) =>
          processors.length === 0 ? (
            <Empty title="No payment processors yet">
              They tell of sales and refunds, and orders follow by themselves.
            </Empty>
          ) : (
            <Table
              label="Payment processors"
              heads={['Name', 'Provider', 'State', 'Since']}
              rows={processors.map((one) => ({
                id: one.id,
                cells: [
                  <Link
                    key="n"
                    to="/$org/storefront/processors/$id"
                    params={{ org: orgId, id: one.id }}
                    search={{}}
                  >
                    {one.name}
                  </Link>,
                  providerName(one.provider),
                  <Status key="s" of={one.state} />,
                  <Time key="t" at={one.createdAt} />,
                ],
              }))}
            />
          )
        }
      </Loaded>
      {adding && (
        <FormDialog
          title="Connect a payment processor"
          label="Connect"
          busy={made.busy}
          refusal={made.refusal}
          shown={['name', 'secret']}
          onClose={() => setAdding(false)}
          send={(typed) =>
            made.write({
              provider: typed.get('provider') as Body['provider'],
              name: textOf(typed, 'name') ?? '',
              secret: textOf(typed, 'secret') ?? '',
            })
          }
        >
          <Choice label="Provider" name="provider" options={PROVIDERS} autoFocus />
          <Field label="Name" name="name" hint="For your team." required problem={problems.name} />
          <Field
            label="Signing secret"
            name="secret"
            type="password"
            autoComplete="off"
            hint="With which it signs what it tells; nobody can read it again."
            required
            problem={problems.secret}
          />
        </FormDialog>
      )}
    </StorefrontFrame>
  )
}
