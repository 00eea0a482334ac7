import type { Product } from '../../api/types'
import { Button } from '../../ui/button'
import { Day, Pick, SearchField } from '../../ui/filter_fields'
import { statusName } from '../../ui/status'
import { isFiltered, STATUSES, type FilterSearch } from './filter'

type Props = {
  search: FilterSearch
  products: Product[]
  change: (change: FilterSearch, replace?: boolean) => void
}

/** The filter fields. The address of the page holds their values. */
export function Filters({ search, products, change }: Props) {
  return (
    <div className="filters" role="search">
      <SearchField
        label="Part of a license key"
        placeholder="Search by key"
        maxLength={128}
        value={search.search ?? ''}
        change={(text) => change({ search: text || undefined }, true)}
      />
      <Pick
        label="Status"
        value={search.status}
        none="Any status"
        options={STATUSES.map((one) => [one, statusName(one)])}
        change={(status) => change({ status })}
      />
      <Pick
        label="Frozen"
        value={search.frozen}
        none="Frozen: any"
        options={[
          ['true', 'Frozen'],
          ['false', 'Not frozen'],
        ]}
        change={(frozen) => change({ frozen })}
      />
      {products.length > 1 && (
        <Pick
          label="Product"
          value={search.product}
          none="Any product"
          options={products.map(({ id, name }) => [id, name])}
          change={(product) => change({ product })}
        />
      )}
      <Day label="Created from" value={search.from} change={(from) => change({ from })} />
      <Day label="to" name="Created to" value={search.to} change={(to) => change({ to })} />
      <Day label="Expires until" value={search.expires} change={(expires) => change({ expires })} />
      {isFiltered(search) && (
        <Button
          look="plain"
          icon="x"
          onClick={() =>
            change({
              search: undefined,
              status: undefined,
              frozen: undefined,
              product: undefined,
              from: undefined,
              to: undefined,
              expires: undefined,
              owner: undefined,
            })
          }
        >
          Clear filters
        </Button>
      )}
    </div>
  )
}
