import { useRef, type KeyboardEvent } from 'react'
import type { BulkKind } from '../../api/operations'
import { keptChoice } from '../../ui/kept_choice'
import { KINDS } from './bulk_kinds'
import type { useChosen } from './use_choice'

type About = {
  rows: { id: string }[]
  current: number
  chosen: ReturnType<typeof useChosen>
  mayChange: boolean
  setBulk: (kind: BulkKind) => void
  peek: (id: string | undefined) => void
  peeked: string | undefined
  create: () => void
}

/**
 * Returns the key handler of the list, for keys other than moving: they select, preview and open dialogs. No key
 * changes a license directly.
 */
export function useGridKeys({ rows, current, chosen, mayChange, setBulk, peek, peeked, create }: About) {
  const anchor = useRef(0)

  return (event: KeyboardEvent) => {
    const row = rows[current]
    const done = () => event.preventDefault()
    if ((event.ctrlKey || event.metaKey) && event.key === 'a') {
      done()
      if (rows.every(({ id }) => chosen.has(id))) chosen.chooseAll()
      else chosen.choose(rows.map(({ id }) => id))
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || !row) return
    if (event.key === 'Escape') {
      if (peeked) peek(undefined)
      else chosen.clear()
      return done()
    }
    if (event.key === ' ') {
      peek(peeked === row.id ? undefined : row.id)
      return done()
    }
    if (keptChoice('shortcuts') === 'off') return
    if (event.key === 'x') {
      anchor.current = current
      chosen.toggle(row.id)
      return done()
    }
    if (event.key === 'X') {
      const [from, to] = [anchor.current, current].sort((a, b) => a - b)
      chosen.choose(rows.slice(from, to + 1).map(({ id }) => id))
      return done()
    }
    if (!mayChange) return
    if (event.key === 'n') {
      create()
      return done()
    }
    const kind = (Object.keys(KINDS) as BulkKind[]).find((one) => KINDS[one].letter === event.key)
    if (!kind) return
    if (chosen.count === 0) chosen.choose([row.id])
    setBulk(kind)
    done()
  }
}
