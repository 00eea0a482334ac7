import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useOrg } from '../../api/me'
import { connectProcessor, listProcessors } from '../../api/processors'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Empty, Loaded } from '../../ui/states'
import { Status } from '../../ui/status'
import { Table } from '../../ui/table'
import { Time } from '../../ui/time'
import { WhileAllowed } from '../../ui/while_allowed'
import { StorefrontFrame } from './frame'
import { ProcessorDialog, type Connection } from './processor_dialog'
import { providerName } from './providers'

/** Lists the processors of an org. */
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
  const made = useWrite((body: Connection, key) => connectProcessor({ path: { orgId }, body, key }), {
    done: () => {
      setAdding(false)
      void queryClient.invalidateQueries({ queryKey: ['processors', orgId] })
    },
  })
  return (
    <StorefrontFrame orgId={orgId}>
      <WhileAllowed
        may={may('ADMIN')}
        otherwise={<Empty title="For admins">Only admins can view payment settings.</Empty>}
      >
        {may('ADMIN') && (
          <div className="actions">
            <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
              Connect processor
            </Button>
          </div>
        )}
        <Loaded query={query}>
          {({ processors }) =>
            processors.length === 0 ? (
              <Empty title="No payment processors yet">
                Connect a payment processor to create and refund orders automatically.
              </Empty>
            ) : (
              <Table
                label="Payment processors"
                heads={['Name', 'Provider', 'Status', 'Added']}
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
        {adding && <ProcessorDialog sent={made} onClose={() => setAdding(false)} />}
      </WhileAllowed>
    </StorefrontFrame>
  )
}
