import { useCallback, useState } from 'react'
import type { LicenseFilter } from './filter'

/**
 * The selection: with `all` false the licenses in `ids`, with `all` true all matching licenses except for those in
 * `ids`.
 */
type Chosen = { all: boolean; ids: ReadonlySet<string> }

const NONE: Chosen = { all: false, ids: new Set() }

/** The licenses that a bulk change applies to. */
export type Target = { licenseIds: string[] } | { filter: LicenseFilter }

/**
 * Holds the selection of a list. A change of the filter clears it, because `all` means the licenses that match the
 * filter.
 */
export function useChosen(filter: LicenseFilter, total: number) {
  const key = JSON.stringify(filter)
  const [state, setState] = useState({ key, chosen: NONE })
  const chosen = state.key === key ? state.chosen : NONE
  const set = useCallback((next: Chosen) => setState({ key, chosen: next }), [key])
  const count = chosen.all ? total - chosen.ids.size : chosen.ids.size
  const has = useCallback((id: string) => chosen.ids.has(id) !== chosen.all, [chosen])
  const change = useCallback(
    (ids: string[], on: boolean) => {
      const next = new Set(chosen.ids)
      const add = on !== chosen.all
      for (const id of ids) {
        if (add) next.add(id)
        else next.delete(id)
      }
      set({ all: chosen.all, ids: next })
    },
    [chosen, set]
  )
  const toggle = useCallback((id: string) => change([id], !has(id)), [change, has])
  const target: Target = chosen.all
    ? { filter: chosen.ids.size > 0 ? { ...filter, exceptIds: [...chosen.ids] } : filter }
    : { licenseIds: [...chosen.ids] }
  return {
    count,
    has,
    all: chosen.all,
    target,
    toggle,
    choose: (ids: string[]) => change(ids, true),
    chooseAll: () => set({ all: true, ids: new Set() }),
    /** For a license that is deleted. */
    forget: (id: string) => set({ ...chosen, ids: new Set([...chosen.ids].filter((one) => one !== id)) }),
    clear: () => set(NONE),
  }
}
