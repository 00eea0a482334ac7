import { useQuery } from '@tanstack/react-query'
import { readQueues } from '../../api/admin'
import { Loaded } from '../../ui/states'
import { Table } from '../../ui/table'
import { shown, Time } from '../../ui/time'
import { AdminFrame } from './frame'

const LOOK = 10_000

/** Shows how many jobs wait in each queue, and since when. The queue board shows single jobs. */
export function AdminQueues() {
  return (
    <AdminFrame title="Queues">
      <Queues />
    </AdminFrame>
  )
}

function Queues() {
  const query = useQuery({
    queryKey: ['queues'],
    queryFn: ({ signal }) => readQueues({ signal }),
    refetchInterval: LOOK,
  })
  return (
    <>
      <p className="small quiet">
        Inspect and manage single jobs on the <a href="/admin/queues">queue board</a>.
      </p>
      <Loaded query={query}>
        {({ backend, queues }) => (
          <>
            <Table
              label="Queues"
              heads={[
                'Queue',
                'Waiting',
                'Prioritised',
                'Active',
                'Delayed',
                'Completed',
                'Failed',
                'Waiting since',
                'Status',
              ]}
              rows={queues.map((one) => ({
                id: one.name,
                cells: [
                  <span key="n" className="mono">
                    {one.name}
                  </span>,
                  shown(one.waiting),
                  shown(one.prioritized),
                  shown(one.active),
                  shown(one.delayed),
                  shown(one.completed),
                  <span key="f" className={one.failed > 0 ? 'pill bad only-text' : undefined}>
                    {shown(one.failed)}
                  </span>,
                  <Time key="o" at={one.oldestWaiting} none="Idle" />,
                  <span key="s" className={one.paused ? 'pill warn only-text' : 'pill ok only-text'}>
                    {one.paused ? 'Paused' : 'Running'}
                  </span>,
                ],
              }))}
            />
            <p className="small quiet">Queues are stored in {backend === 'redis' ? 'Redis' : 'Postgres'}.</p>
          </>
        )}
      </Loaded>
    </>
  )
}
