import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { FullLicense } from '../../api/types'
import { Button } from '../../ui/button'
import { Loaded } from '../../ui/states'
import { Status } from '../../ui/status'
import { Table } from '../../ui/table'
import { Devices } from '../licenses/devices'
import { End } from '../licenses/end'
import { shownStatus } from '../licenses/shown_status'
import { StepDialog } from '../licenses/step_dialog'
import type { StepName } from '../licenses/step_rules'
import { useLicense } from '../licenses/use_license'
import { useLicenses, useProducts } from '../licenses/use_licenses'

type Props = { orgId: string; endUserId: string; mayChange: boolean }

/** Lists the licenses of an end user. Below the list it shows the devices of one license at a time. */
export function LicensesOf({ orgId, endUserId, mayChange }: Props) {
  const [open, setOpen] = useState<string | null>(null)
  const { list, rows } = useLicenses(orgId, { owner: endUserId })
  const { names } = useProducts(orgId)
  return (
    <>
      <h2>Licenses</h2>
      <Loaded query={list} rows={2}>
        {() =>
          rows.length === 0 ? (
            <p className="small quiet">No licenses.</p>
          ) : (
            <Table
              label="Licenses"
              list={list}
              heads={['Key', 'Product', 'Status', 'Expires', '']}
              rows={rows.map((license) => ({
                id: license.id,
                cells: [
                  <Link
                    key="k"
                    to="/$org/licenses/$id"
                    params={{ org: orgId, id: license.id }}
                    search={{}}
                    className="mono"
                  >
                    {license.key}
                  </Link>,
                  names.get(license.productId),
                  <Status key="s" of={shownStatus(license)} />,
                  <End key="e" license={license} />,
                  <Button
                    key="d"
                    look="small"
                    icon="monitor"
                    aria-expanded={open === license.id}
                    onClick={() => setOpen(open === license.id ? null : license.id)}
                  >
                    Devices
                  </Button>,
                ],
              }))}
            />
          )
        }
      </Loaded>
      {open && <DevicesOf key={open} orgId={orgId} id={open} mayChange={mayChange} />}
    </>
  )
}

function DevicesOf({ orgId, id, mayChange }: { orgId: string; id: string; mayChange: boolean }) {
  const [step, setStep] = useState<StepName | null>(null)
  return (
    <Loaded query={useLicense(id)} rows={2}>
      {(license: FullLicense) => (
        <>
          <h2 className="mono">{license.key}</h2>
          <Devices license={license} mayChange={mayChange} start={setStep} />
          {step && <StepDialog orgId={orgId} step={step} license={license} onClose={() => setStep(null)} />}
        </>
      )}
    </Loaded>
  )
}
