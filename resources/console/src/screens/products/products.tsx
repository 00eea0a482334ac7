import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useOrg } from '../../api/me'
import { createProduct, listProducts } from '../../api/products'
import { usePages } from '../../api/use_pages'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { Refused } from '../../ui/refused'
import { Empty, Loaded } from '../../ui/states'
import { Table } from '../../ui/table'
import { Time } from '../../ui/time'
import { useOnward } from '../../ui/use_onward'

/** Lists the products of an org. */
export function Products() {
  const { org: orgId } = useParams({ from: '/inside/$org' })
  const { may } = useOrg(orgId)
  const [adding, setAdding] = useState(false)
  const list = usePages(['products', orgId, 'pages'], (query, signal) =>
    listProducts({ path: { orgId }, query, signal })
  )
  const add = may('ADMIN') && (
    <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
      New product
    </Button>
  )
  return (
    <div className="page">
      <div className="page-head">
        <h1>Products</h1>
        {add}
      </div>
      <Loaded query={list}>
        {({ pages }) => {
          const products = pages.flatMap((page) => page.products)
          if (products.length === 0)
            return <Empty title="No products yet">Every license belongs to a product.</Empty>
          return (
            <Table
              label="Products"
              list={list}
              heads={['Name', 'Key prefix', 'Created']}
              rows={products.map(({ id, name, keyPrefix, createdAt }) => ({
                id,
                cells: [
                  <Link key="n" to="/$org/products/$id" params={{ org: orgId, id }} search={{}}>
                    {name}
                  </Link>,
                  <span key="p" className="mono">
                    {keyPrefix}
                  </span>,
                  <Time key="c" at={createdAt} />,
                ],
              }))}
            />
          )
        }}
      </Loaded>
      {adding && <NewProduct orgId={orgId} onClose={() => setAdding(false)} />}
    </div>
  )
}

function NewProduct({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const onward = useOnward()
  const queryClient = useQueryClient()
  const made = useWrite(
    (body: { name: string; keyPrefix?: string }, key) => createProduct({ path: { orgId }, body, key }),
    {
      done: ({ product }) => {
        void queryClient.invalidateQueries({ queryKey: ['products', orgId] })
        void onward({ to: '/$org/products/$id', params: { org: orgId, id: product.id }, search: {} })
      },
    }
  )
  const problems = made.refusal?.fields ?? {}
  return (
    <Dialog title="New product" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget)
          made.write({ name: String(typed.get('name')), keyPrefix: String(typed.get('prefix')) || undefined })
        }}
      >
        <Field label="Name" name="name" required autoFocus problem={problems.name} />
        <Field
          label="Key prefix"
          name="prefix"
          hint="Generated license keys start with it. Optional."
          problem={problems.keyPrefix}
        />
        <Refused refusal={made.refusal} shown={['name', 'keyPrefix']} />
        <div className="actions end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={made.busy}>
            Create product
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
