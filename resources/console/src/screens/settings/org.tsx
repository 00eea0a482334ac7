import { useParams } from '@tanstack/react-router'
import { useOrg } from '../../api/me'
import { DeleteOrg } from './delete_org'
import { SettingsFrame } from './frame'
import { OrgName } from './org_name'
import { OrgPlan } from './org_plan'

export function OrgSettings() {
  const { org: orgId } = useParams({ from: '/inside/$org' })
  const { org, may } = useOrg(orgId)
  return (
    <SettingsFrame orgId={orgId}>
      <OrgName orgId={orgId} />
      <OrgPlan orgId={orgId} />
      {org && may('OWNER') && <DeleteOrg org={org} />}
    </SettingsFrame>
  )
}
