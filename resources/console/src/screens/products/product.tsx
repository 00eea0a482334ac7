import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useOrg } from '../../api/me'
import { readProduct } from '../../api/products'
import { CopyButton } from '../../ui/copy'
import { Loaded } from '../../ui/states'
import { Tabs } from '../../ui/tabs'
import { Releases } from '../releases/releases'
import { Endpoints } from '../webhooks/endpoints'
import { ApiKeys } from './api_keys'
import { Blacklist } from './blacklist'
import { DeleteProduct } from './delete_product'
import { ProductForm } from './product_form'
import { Tiers } from './tiers'

const route = getRouteApi('/inside/$org/products/$id')
const TABS = [
  ['policy', 'Policy'],
  ['tiers', 'Tiers'],
  ['releases', 'Releases'],
  ['keys', 'API keys'],
  ['webhooks', 'Webhooks'],
  ['blacklist', 'Blacklist'],
] as const

/** The page of one product: policy, releases, API keys, blacklist and more, one tab each. */
export function ProductPage() {
  const { org: orgId, id } = route.useParams()
  const { tab = 'policy', ...search } = route.useSearch()
  const navigate = useNavigate()
  const { may } = useOrg(orgId)
  const mayAdmin = may('ADMIN')
  const query = useQuery({
    queryKey: ['product', id],
    queryFn: ({ signal }) => readProduct({ path: { productId: id }, signal }),
  })
  return (
    <div className="page forms">
      <Link to="/$org/products" params={{ org: orgId }} className="small">
        Products
      </Link>
      <Loaded query={query}>
        {({ product }) => (
          <>
            <div className="page-head">
              <h1>{product.name}</h1>
              <span className="mono faint">{product.id}</span>
              <CopyButton text={product.id} what="product id" />
            </div>
            <Tabs label="About this product">
              {TABS.map(([name, label]) => (
                <Link
                  key={name}
                  to="/$org/products/$id"
                  params={{ org: orgId, id }}
                  search={{ tab: name === 'policy' ? undefined : name }}
                  aria-current={tab === name ? 'page' : undefined}
                  activeOptions={{ exact: true }}
                >
                  {label}
                </Link>
              ))}
            </Tabs>
            {tab === 'policy' && (
              <>
                <ProductForm key={product.id} orgId={orgId} product={product} mayChange={mayAdmin} />
                {mayAdmin && <DeleteProduct orgId={orgId} product={product} />}
              </>
            )}
            {tab === 'tiers' && <Tiers product={product} mayChange={mayAdmin} />}
            {tab === 'releases' && (
              <Releases
                orgId={orgId}
                productId={id}
                mayChange={mayAdmin}
                search={search}
                change={(part) =>
                  void navigate({
                    to: '/$org/products/$id',
                    params: { org: orgId, id },
                    search: { tab, ...search, ...part },
                  })
                }
              />
            )}
            {tab === 'keys' && <ApiKeys productId={id} mayChange={mayAdmin} />}
            {tab === 'webhooks' && <Endpoints orgId={orgId} productId={id} mayChange={mayAdmin} />}
            {tab === 'blacklist' && <Blacklist productId={id} mayChange={may('MEMBER')} />}
          </>
        )}
      </Loaded>
    </div>
  )
}
