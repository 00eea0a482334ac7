import { useQuery } from '@tanstack/react-query'
import { readSeries } from '../../api/licenses'
import { Loaded } from '../../ui/states'
import { shown } from '../../ui/time'
import { Chart } from './chart'

type Props = {
  orgId: string
  metric: 'created' | 'activated' | 'authorized' | 'denied'
  label: string
  days: number
}

const DAY = 86_400_000
const HOUR = 3_600_000

/** Shows one metric over time, as a chart and as a table. */
export function Series({ orgId, metric, label, days }: Props) {
  const interval = days <= 7 ? ('hour' as const) : ('day' as const)
  const query = useQuery({
    // Read again where the counts of the overview are: a key that begins as theirs.
    queryKey: ['overview', orgId, metric, days],
    queryFn: ({ signal }) => {
      const from = Math.floor((Date.now() - days * DAY) / HOUR) * HOUR
      return readSeries({
        path: { orgId },
        query: { metric, interval, from: new Date(from).toISOString() },
        signal,
      })
    },
    select: (series) => ('points' in series ? series.points : []),
    staleTime: 60_000,
  })
  return (
    <section className="panel" aria-label={label}>
      <Loaded query={query} rows={3}>
        {(points) => (
          <>
            <Chart key={days} label={label} points={points} hours={interval === 'hour'} />
            <details>
              <summary>As a table</summary>
              <div className="key-list" tabIndex={0} role="region" aria-label={`${label}, as a table`}>
                <table className="rows numbers">
                  <thead>
                    <tr>
                      <th scope="col">UTC</th>
                      <th scope="col" className="right">
                        {label}
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {points.toReversed().map(({ at, count }) => (
                      <tr key={at}>
                        <td>{at.slice(0, interval === 'hour' ? 16 : 10).replace('T', ' ')}</td>
                        <td className="right">{shown(count)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </details>
          </>
        )}
      </Loaded>
    </section>
  )
}
