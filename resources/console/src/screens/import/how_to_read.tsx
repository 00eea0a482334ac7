import type { TransfersImportData } from '../../api/types'
import { Choice, Field } from '../../ui/field'
import { useProducts } from '../licenses/use_licenses'

/** What the file itself does not say. An empty `productId` means that the file says it. */
export type Reading = Omit<NonNullable<TransfersImportData['query']>, 'dryRun'>

const CONFLICTS = [
  ['fail', 'Reject the row'],
  ['skip', 'Skip the row'],
  ['update', 'Update the license'],
  ['update-only', 'Update existing licenses only'],
] as const

/** The product of an org that has no other one. */
export const onlyOf = (products: { id: string }[]) => (products.length === 1 ? products[0].id : undefined)

/** The fields that say how a file is read. A field that is left empty is not sent. */
export function HowToRead({
  orgId,
  reading,
  change,
  problems,
}: {
  orgId: string
  reading: Reading
  change: (next: Reading) => void
  problems: Record<string, string> | undefined
}) {
  const { products } = useProducts(orgId)
  const set = (part: Reading) => change({ ...reading, ...part })
  return (
    <>
      <div className="form-row">
        <Choice
          label="Product"
          value={reading.productId ?? ''}
          onChange={(event) => set({ productId: event.target.value })}
          options={[
            ['', 'From the file (column productId)'],
            ...products.map(({ id, name }) => [id, name] as const),
          ]}
        />
        <Choice
          label="If a key already exists"
          value={reading.onConflict}
          onChange={(event) => set({ onConflict: event.target.value as Reading['onConflict'] })}
          options={CONFLICTS}
        />
      </div>
      <div className="form-row">
        <Field
          label="Column names"
          hint="For a CSV file with other headings, e.g. key:License Key,expiresAt:Expiry"
          value={reading.map ?? ''}
          onChange={(event) => set({ map: event.target.value || undefined })}
          problem={problems?.map}
        />
        <Field
          label="Date format"
          hint="For dates that are not ISO 8601, e.g. dd.MM.yyyy"
          value={reading.dateFormat ?? ''}
          onChange={(event) => set({ dateFormat: event.target.value || undefined })}
          problem={problems?.dateFormat}
        />
      </div>
    </>
  )
}
