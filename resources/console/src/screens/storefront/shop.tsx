import { Fragment } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useOrg } from '../../api/me'
import { asRefusal } from '../../api/refusal'
import { readStorefront, saveStorefront } from '../../api/storefront'
import type { Storefront, StorefrontsUpdateData } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import { Field, TextField } from '../../ui/field'
import { Refused } from '../../ui/refused'
import { Loaded } from '../../ui/states'
import { toast } from '../../ui/toasts'
import { useFields } from '../../ui/use_fields'
import { textOf, textOrNull } from '../../ui/typed'
import { Withdrawal } from '../../ui/while_allowed'
import { DeleteShop } from './delete_shop'
import { StorefrontFrame } from './frame'

type Body = StorefrontsUpdateData['body']
const FIELDS = [
  'name',
  'slug',
  'description',
  'currency',
  'supportEmail',
  'termsUrl',
  'theme.logoUrl',
  'theme.accentColor',
]

function bodyOf(typed: FormData): Body {
  const logoUrl = textOf(typed, 'logoUrl')
  const accentColor = textOf(typed, 'accentColor')
  return {
    name: textOf(typed, 'name') ?? '',
    slug: textOf(typed, 'slug') ?? '',
    description: textOrNull(typed, 'description'),
    currency: textOrNull(typed, 'currency'),
    supportEmail: textOrNull(typed, 'supportEmail'),
    termsUrl: textOrNull(typed, 'termsUrl'),
    theme: logoUrl || accentColor ? { logoUrl, accentColor } : null,
    deliveryMail: typed.has('deliveryMail'),
    published: typed.has('published'),
  }
}

/** Edits the shop: its name, its address, and its look. */
export function Shop() {
  const { org: orgId } = useParams({ from: '/inside/$org' })
  const { may } = useOrg(orgId)
  const query = useQuery({
    queryKey: ['storefront', orgId],
    queryFn: async ({ signal }) => {
      try {
        return await readStorefront({ path: { orgId }, signal })
      } catch (error) {
        // The org has no shop yet.
        if (asRefusal(error).status === 404) return { storefront: null }
        throw error
      }
    },
  })
  return (
    <StorefrontFrame orgId={orgId}>
      <Loaded query={query}>
        {({ storefront }) => (
          <>
            <ShopForm orgId={orgId} shop={storefront} />
            {storefront && may('ADMIN') && <DeleteShop orgId={orgId} shop={storefront} />}
          </>
        )}
      </Loaded>
    </StorefrontFrame>
  )
}

function ShopForm({ orgId, shop }: { orgId: string; shop: Storefront | null }) {
  const { may } = useOrg(orgId)
  const fields = useFields(shop?.updatedAt)
  const queryClient = useQueryClient()
  const saved = useWrite((body: Body, key) => saveStorefront({ path: { orgId }, body, key }), {
    failed: fields.refused,
    done: (answer) => {
      fields.done()
      queryClient.setQueryData(['storefront', orgId], answer)
      toast('Saved')
    },
  })
  const problems = saved.refusal?.fields ?? {}
  return (
    <form
      className="panel"
      aria-label="Shop"
      {...fields.form}
      onSubmit={(event) => {
        event.preventDefault()
        fields.sent()
        saved.write(bodyOf(new FormData(event.currentTarget)))
      }}
    >
      <h2>{shop ? 'Shop' : 'Open a shop'}</h2>
      {shop?.suspended && <p className="notice warn">This shop was suspended by the operator.</p>}
      {shop?.url && (
        <p className="small actions">
          <a href={shop.url}>{shop.url}</a> <CopyButton text={shop.url} what="shop URL" />
        </p>
      )}
      <fieldset className="form" disabled={!may('ADMIN')}>
        <Fragment key={fields.key}>
          <div className="form-row">
            <Field label="Name" name="name" required defaultValue={shop?.name} problem={problems.name} />
            <Field
              label="URL name"
              name="slug"
              hint="Part of the shop’s URL."
              required
              defaultValue={shop?.slug}
              problem={problems.slug}
            />
            <Field
              label="Currency"
              name="currency"
              placeholder="EUR"
              maxLength={3}
              defaultValue={shop?.currency ?? ''}
              problem={problems.currency}
            />
            <Field
              label="Support email"
              name="supportEmail"
              type="email"
              defaultValue={shop?.supportEmail ?? ''}
              problem={problems.supportEmail}
            />
            <Field
              label="Terms URL"
              name="termsUrl"
              type="url"
              defaultValue={shop?.termsUrl ?? ''}
              problem={problems.termsUrl}
            />
            <Field
              label="Logo URL"
              name="logoUrl"
              type="url"
              defaultValue={shop?.theme?.logoUrl ?? ''}
              problem={problems['theme.logoUrl']}
            />
            <Field
              label="Colour"
              name="accentColor"
              placeholder="#2b6cb0"
              defaultValue={shop?.theme?.accentColor ?? ''}
              problem={problems['theme.accentColor']}
            />
          </div>
          <TextField
            label="Description"
            name="description"
            hint="Markdown."
            defaultValue={shop?.description ?? ''}
            problem={problems.description}
          />
          <label className="check">
            <input type="checkbox" name="deliveryMail" defaultChecked={shop?.deliveryMail ?? true} />
            Email license keys to end users
          </label>
          <label className="check">
            <input type="checkbox" name="published" defaultChecked={shop?.published ?? false} />
            Public
          </label>
        </Fragment>
        <Refused refusal={saved.refusal} shown={FIELDS} />
        <Withdrawal />
        {may('ADMIN') && (
          <div className="actions">
            <Button type="submit" look="primary" busy={saved.busy}>
              {shop ? 'Save' : 'Open shop'}
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}
