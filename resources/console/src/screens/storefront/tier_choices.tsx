import type { Listing, Tier } from '../../api/types'
import { Choice, Field } from '../../ui/field'
import { useTiers } from '../products/use_tiers'

type Props = { productId: string; listing?: Listing; problems: Record<string, string | undefined> }

/** Returns tiers that are not archived, and the selected one even if it is archived. */
const sold = (tiers: Tier[], chosen?: string | null) =>
  tiers
    .filter(({ id, archivedAt }) => !archivedAt || id === chosen)
    .map(({ id, name }) => [id, name] as const)

/** The fields of new licenses. */
export function NewLicenseFields({ productId, listing, problems }: Props) {
  const tiers = useTiers(productId)
  return (
    <>
      <Field
        label="License duration, days"
        name="days"
        type="number"
        min={1}
        placeholder="Unlimited"
        defaultValue={listing?.terms?.expiresAfterDays ?? ''}
        problem={problems['terms.expiresAfterDays']}
      />
      {tiers && (
        <Choice
          label="License tier"
          name="tier"
          defaultValue={listing?.tierId ?? ''}
          options={[['', 'None'], ...sold(tiers, listing?.tierId)]}
          problem={problems.tierId}
        />
      )}
    </>
  )
}

/** The fields of an upgrade: the new tier, and the tiers that a license may have before. */
export function UpgradeFields({ productId, listing, problems }: Props) {
  const tiers = useTiers(productId)
  if (!tiers) return null
  return (
    <>
      <Choice
        label="New tier"
        name="toTier"
        required
        defaultValue={listing?.toTierId ?? ''}
        hint={tiers.length === 0 ? 'The product has no tiers yet.' : undefined}
        options={[['', 'Choose one'], ...sold(tiers, listing?.toTierId)]}
        problem={problems.toTierId}
      />
      {tiers.length > 0 && (
        <fieldset className="field">
          <legend className="label">
            Available to licenses of these tiers, or of any tier if none is selected
          </legend>
          <div className="checks">
            {tiers.map(({ id, name }) => (
              <label key={id} className="check">
                <input
                  type="checkbox"
                  name="fromTiers"
                  value={id}
                  defaultChecked={listing?.fromTierIds?.includes(id)}
                />
                {name}
              </label>
            ))}
          </div>
          {problems.fromTierIds && (
            <span className="problem" role="alert">
              {problems.fromTierIds}
            </span>
          )}
        </fieldset>
      )}
    </>
  )
}
