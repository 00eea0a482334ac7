import type { FullLicense, Policy } from '../../api/types'
import { CHOICES, isMeant, NUMBERS } from '../products/policy_words'

/**
 * Lists the rules of a policy with the labels of its form. It leaves out numbers that have no effect with the other
 * rules.
 */
function rulesOf(policy: Policy): { name: keyof Policy; label: string; value: string }[] {
  const choices = CHOICES.map(([name, label, words]) => {
    const value = words.find(([one]) => one === policy[name])?.[1]
    return { name, label, value: value ?? String(policy[name]) }
  })
  const numbers = NUMBERS.filter(([name]) => isMeant(name, policy))
  return [
    ...choices,
    ...numbers.map(([name, label]) => ({ name, label, value: String(policy[name] ?? 'No limit') })),
  ]
}

/** Shows the rules that apply to a license, and marks those of its policy override. */
export function PolicyFacts({ license }: { license: FullLicense }) {
  const own = license.policyOverride ?? {}
  return (
    <dl className="facts">
      {rulesOf(license.effectivePolicy).map(({ name, label, value }) => (
        <div key={name} className="contents">
          <dt>{label}</dt>
          <dd className="numbers">
            {value} {name in own && <span className="pill accent only-text">override</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
