import type { Listing } from '../../api/types'
import { Choice, Field } from '../../ui/field'
import type { Kind } from './listing_words'
import { NewLicenseFields, UpgradeFields } from './tier_choices'

type Problems = Record<string, string | undefined>
type Props = { kind: Kind; productId: string; listing?: Listing; problems: Problems }

/** The fields that only listings of this kind have. */
export function KindFields({ kind, productId, listing, problems }: Props) {
  const number = (label: string, name: string, value?: number | null, problem?: string) => (
    <Field
      key={name}
      label={label}
      name={name}
      type="number"
      min={1}
      defaultValue={value ?? ''}
      problem={problem}
    />
  )
  // Tiers belong to a product, so another product needs new fields with its own tiers.
  if (kind === 'new') return <NewLicenseFields key={productId} {...{ productId, listing, problems }} />
  if (kind === 'upgrade') return <UpgradeFields key={productId} {...{ productId, listing, problems }} />
  if (kind === 'addon') {
    const { hwidLimit, maxConcurrentSessions, maxHwidResets } = listing?.grant ?? {}
    return [
      number('Additional devices', 'grantDevices', hwidLimit, problems['grant.hwidLimit'] ?? problems.grant),
      number(
        'Additional concurrent sessions',
        'grantSessions',
        maxConcurrentSessions,
        problems['grant.maxConcurrentSessions']
      ),
      number('Additional device resets', 'grantResets', maxHwidResets, problems['grant.maxHwidResets']),
    ]
  }
  return [
    number('Days added', 'extendDays', listing?.extendDays, problems.extendDays),
    <Choice
      key="from"
      label="Extend from"
      name="renewFrom"
      defaultValue={listing?.renewFrom ?? 'now_if_expired'}
      options={[
        ['now_if_expired', 'Expiry date, or today if already expired'],
        ['expiry', 'Expiry date, even if already past'],
      ]}
      problem={problems.renewFrom}
    />,
  ]
}

/** The settings for licenses that a processor bills repeatedly. */
export function SubscriptionFields({ listing, problems }: { listing?: Listing; problems: Problems }) {
  return (
    <fieldset className="field">
      <legend className="label">Subscription settings</legend>
      <div className="form-row">
        <Field
          label="Grace period, days"
          name="graceDays"
          type="number"
          min={0}
          max={90}
          defaultValue={listing?.graceDays ?? 3}
          required
          problem={problems.graceDays}
        />
        <Choice
          label="When the subscription ends"
          name="onEnd"
          defaultValue={listing?.onEnd ?? 'expire'}
          options={[
            ['expire', 'Let the license expire'],
            ['suspend', 'Suspend the license'],
            ['revoke', 'Revoke the license'],
          ]}
          problem={problems.onEnd}
        />
      </div>
    </fieldset>
  )
}
