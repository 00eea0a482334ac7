import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { changeTier, deleteTier, listTiers } from '../../api/tiers'
import type { Product, Tier } from '../../api/types'
import { usePages } from '../../api/use_pages'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { Menu } from '../../ui/menu'
import { Empty, Loaded } from '../../ui/states'
import { Table } from '../../ui/table'
import { shown } from '../../ui/time'
import { toastRefusal } from '../../ui/toasts'
import { DuplicateDialog } from './duplicate_dialog'
import { FeaturesForm } from './features'
import { TierDialog } from './tier_dialog'

type Asked = { what: 'change' | 'duplicate' | 'delete'; tier: Tier } | { what: 'new' }

/** Lists the tiers of a product. */
export function Tiers({ product, mayChange }: { product: Product; mayChange: boolean }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const queryClient = useQueryClient()
  const list = usePages(['tiers', product.id], (query, signal) =>
    listTiers({ path: { productId: product.id }, query, signal })
  )
  const changed = () => {
    setAsked(null)
    void queryClient.invalidateQueries({ queryKey: ['tiers', product.id] })
    void queryClient.invalidateQueries({ queryKey: ['license'] })
  }
  const archived = useWrite(
    ({ tierId, archived: on }: { tierId: string; archived: boolean }, key) =>
      changeTier({ path: { tierId }, body: { archived: on }, key }),
    { done: changed, failed: toastRefusal }
  )
  const deleted = useWrite((tierId: string, key) => deleteTier({ path: { tierId }, key }), { done: changed })
  const menuOf = (tier: Tier) => (
    <Menu
      key="m"
      trigger={<Button look="plain square small" icon="more" aria-label={`Actions for ${tier.name}`} />}
      entries={[
        { label: 'Duplicate', icon: 'copy', run: () => setAsked({ what: 'duplicate', tier }) },
        {
          label: tier.archivedAt ? 'Put on sale' : 'Take off sale',
          icon: 'box',
          run: () => archived.write({ tierId: tier.id, archived: !tier.archivedAt }),
        },
        { label: 'Delete', icon: 'trash', bad: true, run: () => setAsked({ what: 'delete', tier }) },
      ]}
    />
  )
  return (
    <>
      {mayChange && (
        <div className="actions">
          <Button look="primary" icon="plus" onClick={() => setAsked({ what: 'new' })}>
            New tier
          </Button>
        </div>
      )}
      <Loaded query={list}>
        {({ pages }) => {
          const tiers = pages.flatMap((page) => page.tiers)
          if (tiers.length === 0)
            return (
              <Empty title="No tiers yet">
                Tiers are the levels at which you sell the product, such as Basic, Pro and Team.
              </Empty>
            )
          return (
            <Table
              label="Tiers"
              list={list}
              heads={['Name', 'Code', 'Features', 'Licenses', 'Status', ...(mayChange ? [''] : [])]}
              rows={tiers.map((tier) => ({
                id: tier.id,
                cells: [
                  <Button key="n" look="plain small" onClick={() => setAsked({ what: 'change', tier })}>
                    {tier.name}
                  </Button>,
                  <span key="c" className="mono">
                    {tier.code}
                  </span>,
                  <span key="f" className="mono quiet">
                    {Object.entries(tier.features)
                      .map(([name, value]) => (value === true ? name : `${name} ${String(value)}`))
                      .join(', ')}
                  </span>,
                  shown(tier.licenseCount),
                  <span key="s" className={tier.archivedAt ? 'pill only-text' : 'pill ok only-text'}>
                    {tier.archivedAt ? 'Off sale' : 'On sale'}
                  </span>,
                  ...(mayChange ? [menuOf(tier)] : []),
                ],
              }))}
            />
          )
        }}
      </Loaded>
      <FeaturesForm key={product.id} product={product} mayChange={mayChange} />
      {asked?.what === 'new' && (
        <TierDialog product={product} mayChange onClose={() => setAsked(null)} done={changed} />
      )}
      {asked?.what === 'change' && (
        <TierDialog
          product={product}
          tier={asked.tier}
          mayChange={mayChange}
          onClose={() => setAsked(null)}
          done={changed}
        />
      )}
      {asked?.what === 'duplicate' && (
        <DuplicateDialog tier={asked.tier} onClose={() => setAsked(null)} done={changed} />
      )}
      {asked?.what === 'delete' && (
        <Confirm
          title={`Delete ${asked.tier.name}`}
          about="A tier can be deleted only when no license uses it. This cannot be undone."
          label="Delete"
          sent={deleted}
          onClose={() => setAsked(null)}
          go={() => deleted.write(asked.tier.id)}
        />
      )}
    </>
  )
}
