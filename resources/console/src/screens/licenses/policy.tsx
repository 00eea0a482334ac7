import type { FullLicense, Policy } from '../../api/types'

const NAMES: Partial<Record<keyof Policy, string>> = {
  expiredDownloads: 'Downloads once expired',
  hwidMode: 'Device binding',
  hwidLimit: 'Devices',
  ipMode: 'Address binding',
  ipLimit: 'Addresses',
  regionLimit: 'Regions',
  ipWindowMinutes: 'Address window, minutes',
  maxConcurrentSessions: 'Running at a time',
  onSessionLimit: 'One too many',
  sessionTtlSeconds: 'Session ends after, seconds',
  maxHwidResets: 'Device resets',
  hwidResetWindowDays: 'Device resets per, days',
  maxIpResets: 'Address resets',
  ipResetWindowDays: 'Address resets per, days',
  deviceReleases: 'Freed devices',
}

const shownValue = (value: Policy[keyof Policy]) =>
  value === null ? 'no limit' : String(value).replaceAll('_', ' ')

/** `expiredDownloads` as "Expired downloads". */
const wordsOf = (name: string) =>
  name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** The rules that hold for a license: its product's, with those of its own marked. */
export function PolicyFacts({ license }: { license: FullLicense }) {
  const own = license.policyOverride ?? {}
  return (
    <dl className="facts">
      {(Object.keys(license.effectivePolicy) as (keyof Policy)[]).map((name) => (
        <div key={name} className="contents">
          <dt>{NAMES[name] ?? wordsOf(name)}</dt>
          <dd className="numbers">
            {shownValue(license.effectivePolicy[name])}{' '}
            {name in own && <span className="pill accent only-text">its own</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
