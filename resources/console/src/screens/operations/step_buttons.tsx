import { useQueryClient } from '@tanstack/react-query'
import { useOrg } from '../../api/me'
import { operationSteps, readOperation } from '../../api/operations'
import type { Operation } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { DownloadLink } from '../../ui/download_link'
import type { IconName } from '../../ui/icons'
import { Refused } from '../../ui/refused'
import { useOnward } from '../../ui/use_onward'
import { downloadPath } from './download'

const STEPS: [keyof typeof operationSteps, string, IconName][] = [
  ['cancel', 'Cancel', 'x'],
  ['retry', 'Retry', 'refresh'],
  ['undo', 'Undo', 'undo'],
  ['apply', 'Apply', 'check'],
]

/** Shows the controls that the service allows for an operation now. */
export function StepButtons({ orgId, operation }: { orgId: string; operation: Operation }) {
  const { may } = useOrg(orgId)
  const onward = useOnward()
  const queryClient = useQueryClient()
  const step = useWrite(
    (name: keyof typeof operationSteps, key) =>
      operationSteps[name]({ path: { orgId, operationId: operation.id }, key }),
    {
      done: ({ operation: next }) => {
        queryClient.setQueryData(['operation', orgId, next.id], { operation: next })
        void queryClient.invalidateQueries({ queryKey: ['operations', orgId] })
        if (next.id !== operation.id)
          void onward({ to: '/$org/operations/$id', params: { org: orgId, id: next.id } })
      },
    }
  )
  const path = downloadPath(operation)
  const fresh = async () => {
    const { operation: now } = await readOperation({ path: { orgId, operationId: operation.id } })
    return downloadPath(now) ?? path!
  }
  const shown = STEPS.filter(([name]) => operation.can[name] && may('MEMBER'))
  if (shown.length === 0 && !path && !step.refusal) return null
  return (
    <>
      <div className="actions">
        {shown.map(([name, label, icon]) => (
          <Button key={name} icon={icon} busy={step.busy} onClick={() => step.write(name)}>
            {label}
          </Button>
        ))}
        {path && (
          <DownloadLink look="button" href={path} fresh={fresh}>
            Download
          </DownloadLink>
        )}
      </div>
      <Refused refusal={step.refusal} />
    </>
  )
}
