import type { ReactNode } from 'react'
import { MorePages, type Pages } from './more_pages'
import { useKeptFocus } from './use_kept_focus'

type Props = {
  label: string
  heads: ReactNode[]
  rows: { id: string; cells: ReactNode[] }[]
  list?: Pages
}

/** A short list in a panel. It scrolls sideways on a narrow page. */
export function Table({ label, heads, rows, list }: Props) {
  const { box, ...kept } = useKeptFocus()
  return (
    <>
      <div className="panel bare">
        <div className="scroll-x" tabIndex={0} role="region" aria-label={label} ref={box} {...kept}>
          <table className="rows numbers">
            <thead>
              <tr>
                {heads.map((head, at) => (
                  <th key={at} scope="col">
                    {head || <span className="unseen">Actions</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, cells }) => (
                <tr key={id}>
                  {cells.map((cell, at) => (
                    <td key={at}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      {list && <MorePages of={list} />}
    </>
  )
}
