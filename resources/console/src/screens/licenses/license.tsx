import { useState } from 'react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useOrg } from '../../api/me'
import type { FullLicense } from '../../api/types'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import { useChoice } from '../../ui/kept_choice'
import { Menu } from '../../ui/menu'
import { Loaded } from '../../ui/states'
import { Status } from '../../ui/status'
import { useKeys } from '../../ui/keys'
import { Tabs } from '../../ui/tabs'
import { useOnward } from '../../ui/use_onward'
import { useMinutes } from '../../ui/use_minutes'
import { clockSentence } from './clock'
import { Details } from './details'
import { Devices } from './devices'
import { StepDialog } from './step_dialog'
import { stepsOf, type StepName } from './step_rules'
import { STEPS } from './steps'
import { Timeline } from './timeline'
import { useLicense } from './use_license'

const route = getRouteApi('/inside/$org/licenses/$id')
const TABS = [
  ['details', 'Details'],
  ['devices', 'Devices'],
  ['timeline', 'Timeline'],
] as const

/** The page of one license: its state, its actions, and all its data. */
export function License() {
  const { id } = route.useParams()
  const query = useLicense(id)
  return (
    <div className="page">
      <Loaded query={query}>{(license) => <Whole license={license} readAt={query.dataUpdatedAt} />}</Loaded>
    </div>
  )
}

function Whole({ license, readAt }: { license: FullLicense; readAt: number }) {
  const { org: orgId, id } = route.useParams()
  const { tab = 'details' } = route.useSearch()
  const zone = useChoice('zone')
  useMinutes()
  const { may } = useOrg(orgId)
  const mayChange = may('MEMBER')
  const onward = useOnward()
  const [step, setStep] = useState<StepName | null>(null)
  const steps = stepsOf(license)
  const letters: [string, StepName][] = [
    ['f', 'freeze'],
    ['u', 'unfreeze'],
    ['e', 'extend'],
    ['r', 'revoke'],
  ]
  useKeys(
    Object.fromEntries(
      letters
        .filter(([, name]) => mayChange && steps.includes(name))
        .map(([key, name]) => [key, () => setStep(name)])
    )
  )
  return (
    <>
      <Link to="/$org/licenses" params={{ org: orgId }} search={{}} className="small">
        Licenses
      </Link>
      <div className="page-head">
        <h1 className="license-key">
          {license.key}
          <CopyButton text={license.key} what="key" />
        </h1>
        {mayChange &&
          steps.slice(0, 2).map((name) => (
            <Button key={name} icon={STEPS[name].icon} onClick={() => setStep(name)}>
              {STEPS[name].label}
            </Button>
          ))}
        {mayChange && (
          <Menu
            trigger={<Button look="square" icon="more" aria-label="More actions" />}
            entries={steps.slice(2).map((name) => ({
              label: STEPS[name].label,
              icon: STEPS[name].icon,
              bad: name === 'delete',
              run: () => setStep(name),
            }))}
          />
        )}
      </div>
      <div className="actions">
        <Status of={license.status} />
        {license.frozen && <Status of="FROZEN" />}
        <span className="small quiet">{clockSentence(license, zone, readAt)}</span>
      </div>
      <Tabs label="About this license">
        {TABS.map(([name, label]) => (
          <Link
            key={name}
            to="/$org/licenses/$id"
            params={{ org: orgId, id }}
            search={{ tab: name === 'details' ? undefined : name }}
            aria-current={tab === name ? 'page' : undefined}
            activeOptions={{ exact: true }}
          >
            {label}
          </Link>
        ))}
      </Tabs>
      {tab === 'devices' && <Devices license={license} mayChange={mayChange} start={setStep} />}
      {tab === 'timeline' && <Timeline id={id} />}
      {tab === 'details' && <Details orgId={orgId} license={license} mayChange={mayChange} />}
      {step && (
        <StepDialog
          orgId={orgId}
          step={step}
          license={license}
          onClose={() => setStep(null)}
          onDeleted={() => void onward({ to: '/$org/licenses', params: { org: orgId }, search: {} })}
        />
      )}
    </>
  )
}
