import { useCallback, useMemo, useState } from 'react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { View } from '../../api/aged_pages'
import { useOrg } from '../../api/me'
import type { BulkKind } from '../../api/operations'
import type { ListedLicense } from '../../api/types'
import { Button } from '../../ui/button'
import { DataGrid } from '../../ui/data_grid'
import { Icon } from '../../ui/icons'
import { useChoice } from '../../ui/kept_choice'
import { Empty, Waiting } from '../../ui/states'
import { asRefusal } from '../../api/refusal'
import { Refused } from '../../ui/refused'
import { shown } from '../../ui/time'
import { WhileAllowed } from '../../ui/while_allowed'
import { ChosenBar } from './chosen_bar'
import { columnsOf } from './columns'
import { ExportButton } from './export_button'
import { isFiltered, toFilter, type FilterSearch } from './filter'
import { Filters } from './filters'
import { BulkDialog, CreateDialog, Peek, RowMenu, StepDialog } from './parts'
import type { Opened } from './row_menu'
import type { StepName } from './step_rules'
import { useChosen } from './use_choice'
import { useGridKeys } from './use_grid_keys'
import { useLicenses, useProducts } from './use_licenses'

const route = getRouteApi('/inside/$org/licenses')

/** Lists the licenses of an org that match the filter in the address. Users can select and change them. */
export function Licenses() {
  const { org: orgId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { may } = useOrg(orgId)
  const mayChange = may('MEMBER')
  const { products, names, areKnown } = useProducts(orgId)
  const [view, setView] = useState<View>([0, 0])
  const { list, rows, total, more, error, isRefreshing, retry } = useLicenses(orgId, search, view)
  const zone = useChoice('zone')
  const filter = useMemo(() => toFilter(search, zone), [search, zone])
  const chosen = useChosen(filter, total)
  const [at, setCurrent] = useState(0)
  // A new filter or deleted licenses may have made the list shorter.
  const current = Math.min(at, Math.max(rows.length - 1, 0))
  const [opened, setOpened] = useState<Opened | null>(null)
  const [step, setStep] = useState<{ step: StepName; license: ListedLicense } | null>(null)
  const [bulk, setBulk] = useState<BulkKind | null>(null)

  const change = useCallback(
    (part: FilterSearch & { peek?: string; new?: string }, replace = false) =>
      void navigate({
        to: '/$org/licenses',
        params: { org: orgId },
        search: (now) => ({ ...now, ...part }),
        replace,
      }),
    [navigate, orgId]
  )
  const openOne = useCallback(
    ({ id }: { id: string }) =>
      void navigate({ to: '/$org/licenses/$id', params: { org: orgId, id }, search: {} }),
    [navigate, orgId]
  )
  const create = () => void navigate({ search: (now) => ({ ...now, new: '1' }), state: { covers: true } })
  const peek = (id: string | undefined) => change({ peek: id }, true)
  const onKey = useGridKeys({
    rows,
    current,
    chosen,
    mayChange,
    setBulk,
    peek,
    peeked: search.peek,
    create,
  })
  const { has, toggle } = chosen
  const columns = useMemo(
    () =>
      columnsOf({
        orgId,
        names,
        isChosen: has,
        toggle,
        openMenu: (license, opener) => setOpened({ license, opener }),
        mayChange,
      }),
    [orgId, names, has, toggle, mayChange]
  )

  return (
    <div className="page full">
      <div className="page-head">
        <h1>
          Licenses <small className="numbers">{list.data && shown(total)}</small>
        </h1>
        {mayChange && (
          <Link to="/$org/import" params={{ org: orgId }} className="button">
            <Icon name="upload" />
            Import
          </Link>
        )}
        {mayChange && <ExportButton orgId={orgId} filter={filter} />}
        {mayChange && (
          <Button look="primary" icon="plus" onClick={create}>
            New license
          </Button>
        )}
      </div>
      <Filters search={search} products={products} change={change} />
      <div className={search.peek ? 'with-peek open' : 'with-peek'}>
        <div className="grid-box">
          {isRefreshing && <div className="refreshing" />}
          {!list.data && !error && <Waiting rows={12} />}
          {error && <Refused refusal={asRefusal(error)} retry={retry} />}
          {list.data && total === 0 && (
            <Nothing filtered={isFiltered(search)} mayChange={mayChange} create={create} />
          )}
          {total > 0 && (
            <DataGrid
              label="Licenses"
              columns={columns}
              rows={rows}
              total={total}
              current={current}
              isChosen={({ id }) => has(id)}
              onCurrent={setCurrent}
              onOpen={openOne}
              onKey={onKey}
              onEnd={more}
              onView={setView}
            />
          )}
          {chosen.count > 0 && (
            <ChosenBar chosen={chosen} total={total} rows={rows} mayChange={mayChange} start={setBulk} />
          )}
        </div>
        {search.peek && <Peek orgId={orgId} id={search.peek} onClose={() => peek(undefined)} />}
      </div>
      {opened && (
        <RowMenu
          {...opened}
          onClose={() => setOpened(null)}
          choose={(name) => setStep({ step: name, license: opened.license })}
        />
      )}
      {step && (
        <StepDialog
          orgId={orgId}
          {...step}
          onClose={() => setStep(null)}
          onDeleted={() => chosen.forget(step.license.id)}
        />
      )}
      {bulk && (
        <BulkDialog
          orgId={orgId}
          kind={bulk}
          target={chosen.target}
          count={chosen.count}
          onClose={() => setBulk(null)}
          onStarted={chosen.clear}
        />
      )}
      {search.new && (
        <WhileAllowed may={mayChange}>
          <CreateDialog
            orgId={orgId}
            products={areKnown ? products : undefined}
            onClose={() => change({ new: undefined }, true)}
          />
        </WhileAllowed>
      )}
    </div>
  )
}

function Nothing({
  filtered,
  mayChange,
  create,
}: {
  filtered: boolean
  mayChange: boolean
  create: () => void
}) {
  if (filtered) return <Empty title="No licenses match" />
  return (
    <Empty title="No licenses yet">
      <p>A license is the right to use your product. Its key is what the end user types in.</p>
      {mayChange && (
        <Button look="primary" icon="plus" onClick={create}>
          New license
        </Button>
      )}
    </Empty>
  )
}
