import { memo, useEffect, useId, type KeyboardEvent, type ReactNode } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useChoice } from './kept_choice'
import { isSecondKey } from './keys'
import { useKeptFocus } from './use_kept_focus'
import { SETTLED } from './use_settled'

export type Column<Row> = {
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** A track size of a CSS grid. */
  width: string
  /**
   * `wide-only` columns are hidden on a narrow page. `roomy-only` columns are also hidden if the list shares a wide
   * page.
   */
  look?: string
}

type Props<Row extends { id: string }> = {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  total: number
  current: number
  isChosen: (row: Row) => boolean
  onCurrent: (at: number) => void
  onOpen: (row: Row) => void
  onKey: (event: KeyboardEvent) => void
  onEnd: () => void
  /** Called with the first and the last rendered row once the list has come to rest. */
  onView: (view: [first: number, last: number]) => void
}

const tracksOf = (columns: { width: string }[]) => columns.map(({ width }) => width).join(' ')

const HEIGHTS = { compact: 30, normal: 36, roomy: 44 }
const AHEAD = 20
/** Loads the next page when the last rendered row is within this many rows of the end. */
const MARGIN = 60

/**
 * A list of any length that renders only a few dozen rows. It is one Tab stop; `aria-activedescendant` names the row
 * that keys act on.
 */
export function DataGrid<Row extends { id: string }>(props: Props<Row>) {
  const { label, columns, rows, total, current, isChosen, onCurrent, onOpen, onKey, onEnd, onView } = props
  const { box, ...kept } = useKeptFocus()
  const id = useId()
  const height = HEIGHTS[useChoice('density')]
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 8,
    useFlushSync: false,
    scrollPaddingStart: 36,
    scrollPaddingEnd: 72,
  })
  useEffect(() => virtual.measure(), [virtual, height])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - MARGIN) onEnd()
  }, [last, rows.length, onEnd])
  const first = items.at(0)?.index ?? 0
  useEffect(() => {
    const timer = setTimeout(() => onView([first, last]), SETTLED)
    return () => clearTimeout(timer)
  }, [first, last, onView])

  function move(to: number) {
    const at = Math.max(0, Math.min(to, rows.length - 1))
    onCurrent(at)
    virtual.scrollToIndex(at)
  }

  function press(event: KeyboardEvent) {
    if (event.target !== box.current || isSecondKey()) return
    const steps: Record<string, number> = {
      ...{ j: current + 1, k: current - 1, ArrowDown: current + 1, ArrowUp: current - 1, Home: 0 },
      ...{ End: rows.length - 1, PageDown: current + AHEAD, PageUp: current - AHEAD },
    }
    const row = rows[current]
    if (event.key in steps && !event.ctrlKey && !event.metaKey) move(steps[event.key])
    else if (event.key === 'Enter' && row) onOpen(row)
    else return onKey(event)
    event.preventDefault()
  }

  return (
    <div
      ref={box}
      className="grid"
      role="grid"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-multiselectable="true"
      aria-activedescendant={
        rows[current] && items.some(({ index }) => index === current) ? `${id}-${current}` : undefined
      }
      tabIndex={0}
      onKeyDown={press}
      {...kept}
      style={
        {
          '--columns': tracksOf(columns),
          '--close-columns': tracksOf(columns.filter(({ look = '' }) => !look.includes('roomy-only'))),
        } as object
      }
    >
      <div className="grid-head" role="row" aria-rowindex={1}>
        {columns.map(({ head, look = '' }, at) => (
          <div key={at} role="columnheader" className={`grid-cell ${look}`}>
            {head}
          </div>
        ))}
      </div>
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, start }) => (
          <GridRow
            key={rows[index].id}
            id={`${id}-${index}`}
            at={index}
            start={start}
            row={rows[index]}
            columns={columns as unknown as Column<{ id: string }>[]}
            chosen={isChosen(rows[index])}
            current={index === current}
            onCurrent={onCurrent}
            onOpen={onOpen as (row: { id: string }) => void}
          />
        ))}
      </div>
    </div>
  )
}

type RowProps = {
  id: string
  at: number
  start: number
  row: { id: string }
  columns: Column<{ id: string }>[]
  chosen: boolean
  current: boolean
  onCurrent: (at: number) => void
  onOpen: (row: { id: string }) => void
}

const GridRow = memo(function GridRow({
  id,
  at,
  start,
  row,
  columns,
  chosen,
  current,
  onCurrent,
  onOpen,
}: RowProps) {
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={at + 2}
      aria-selected={chosen}
      className={current ? 'grid-row current' : 'grid-row'}
      style={{ transform: `translateY(${start}px)` }}
      onClick={() => onCurrent(at)}
      onDoubleClick={() => onOpen(row)}
    >
      {columns.map(({ cell, look = '' }, index) => (
        <div key={index} role="gridcell" className={`grid-cell ${look}`}>
          {cell(row)}
        </div>
      ))}
    </div>
  )
})
