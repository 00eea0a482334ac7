import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { changeLicense } from '../../api/licenses'
import { readProduct } from '../../api/products'
import { showLicense } from '../../api/shown_licenses'
import type { Features, FullLicense, LicensesUpdateData, PartialPolicy } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Choice } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'
import { toast } from '../../ui/toasts'
import { declaredOnly } from '../products/declared_features'
import { FeatureFields } from '../products/feature_fields'
import { PolicyFields } from '../products/policy_fields'
import { shownOfPolicy } from '../products/policy_words'
import { useTiers } from '../products/use_tiers'

type Props = { orgId: string; license: FullLicense; onClose: () => void }
type Body = NonNullable<LicensesUpdateData['body']>
const orNone = <Fields extends object>(fields: Fields) => (Object.keys(fields).length > 0 ? fields : null)

/** Edits the tier of a license, its policy override and its own features. */
export function EditPolicy({ orgId, license, onClose }: Props) {
  const { id, productId } = license
  const [policy, setPolicy] = useState<PartialPolicy>(license.policyOverride ?? {})
  const [features, setFeatures] = useState<Features>(license.ownFeatures ?? {})
  const queryClient = useQueryClient()
  const product = useQuery({
    queryKey: ['product', productId],
    queryFn: ({ signal }) => readProduct({ path: { productId }, signal }),
  })
  const tiers = useTiers(productId)
  const saved = useWrite(
    (body: Body, key) => changeLicense({ path: { id }, body, key, ifMatch: license.revision }),
    {
      done: (answer) => {
        showLicense(queryClient, orgId, id, answer.license)
        toast('Saved')
        onClose()
      },
    }
  )
  const problems = saved.refusal?.fields ?? {}
  const under = underOf(license)
  const declared = product.data?.product.features ?? []
  const sold = tiers?.filter((one) => !one.archivedAt || one.id === license.tierId) ?? []
  return (
    <FormDialog
      title="Edit tier and policy"
      about="Values set here override the tier and the product."
      label="Save"
      look="wide"
      sent={saved}
      disabled={!tiers || !product.data}
      shown={[
        'tierId',
        ...declared.map(({ name }) => `features.${name}`),
        ...shownOfPolicy('policyOverride', { ...under, ...policy }),
      ]}
      onClose={onClose}
      send={(typed) =>
        saved.write({
          tierId: typed.get('tier') ? String(typed.get('tier')) : null,
          features: orNone(declaredOnly(declared, features)),
          policyOverride: orNone(policy),
        })
      }
    >
      {tiers && (
        <Choice
          label="Tier"
          name="tier"
          defaultValue={license.tierId ?? ''}
          options={[['', 'None'], ...sold.map((one) => [one.id, one.name] as const)]}
          problem={problems.tierId}
        />
      )}
      {declared.length > 0 && (
        <>
          <h3>Feature overrides</h3>
          <FeatureFields declared={declared} features={features} change={setFeatures} problems={problems} />
        </>
      )}
      <h3>Policy overrides</h3>
      <PolicyFields
        policy={policy}
        change={setPolicy}
        under={under}
        partly
        empty="Same as its tier or product"
        problems={problems}
        path="policyOverride"
      />
    </FormDialog>
  )
}

/** Returns the policy fields that come from the tier and the product because the license does not override them. */
function underOf({ effectivePolicy, policyOverride }: FullLicense): PartialPolicy {
  const own = policyOverride ?? {}
  return Object.fromEntries(Object.entries(effectivePolicy).filter(([name]) => !(name in own)))
}
