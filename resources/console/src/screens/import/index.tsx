import { useState } from 'react'
import { useParams, Link } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { importFile } from '../../api/import_file'
import { useOrg } from '../../api/me'
import { useCheck } from '../../api/use_check'
import { useOperation } from '../../api/use_operation'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Meter } from '../../ui/meter'
import { Refused } from '../../ui/refused'
import { Empty } from '../../ui/states'
import { shown } from '../../ui/time'
import { useOnward } from '../../ui/use_onward'
import { WhileAllowed, Withdrawal } from '../../ui/while_allowed'
import { useWithdrawn } from '../../ui/withdrawn'
import { useProducts } from '../licenses/use_licenses'
import { isFinal } from '../operations/names'
import { Items } from '../operations/operation_page'
import { Progress } from '../operations/progress'
import { Drop } from './drop'
import { HowToRead, onlyOf, type Reading } from './how_to_read'

type Order = {
  dryRun: boolean
  /** Name, size and modification time identify the file. */
  name: string
  size: number
  modified: number
  reading: Reading
}

/** Imports a file of licenses: checks it first, then imports it. */
export function Import() {
  const { org: orgId } = useParams({ from: '/inside/$org' })
  const { may } = useOrg(orgId)
  return (
    <div className="page">
      <Link to="/$org/licenses" params={{ org: orgId }} search={{}} className="small">
        Licenses
      </Link>
      <div className="page-head">
        <h1>Import licenses</h1>
      </div>
      <WhileAllowed
        may={may('MEMBER')}
        otherwise={<Empty title="For members">You need the role Member or higher to import licenses.</Empty>}
      >
        <ImportForm orgId={orgId} />
      </WhileAllowed>
    </div>
  )
}

function ImportForm({ orgId }: { orgId: string }) {
  const onward = useOnward()
  const isWithdrawn = useWithdrawn()
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const { products } = useProducts(orgId)
  const [chosen, setReading] = useState<Reading>({ onConflict: 'fail' })
  const reading = { ...chosen, productId: chosen.productId ?? onlyOf(products) }
  const [part, setPart] = useState(0)
  const checked = useCheck<Order, string>()
  const check = useOperation(orgId, checked.result)
  const sent = useWrite(
    ({ dryRun, reading: query }: Order, key) =>
      importFile(
        {
          ...{ orgId, file: file!, progress: setPart },
          query: { dryRun, ...query, productId: query.productId || undefined },
        },
        key
      ),
    {
      done: (operation, order) => {
        queryClient.setQueryData(['operation', orgId, operation.id], { operation })
        void queryClient.invalidateQueries({ queryKey: ['operations', orgId] })
        if (!operation.dryRun)
          void onward({ to: '/$org/operations/$id', params: { org: orgId, id: operation.id } })
        else checked.take(order, operation.id)
      },
    }
  )
  const start = (dryRun: boolean) => {
    const { name, size, lastModified } = file!
    sent.write(checked.wait({ dryRun, name, size, modified: lastModified, reading }))
  }
  const choose = (next: File | null) => {
    setFile(next)
    checked.forget()
    sent.reset()
  }
  // A check that failed or was cancelled has seen only a part of the file.
  const would = check?.status === 'completed' ? check.progress.succeeded : null
  const ignored = check?.result && 'ignoredColumns' in check.result ? check.result.ignoredColumns : []
  return (
    <>
      <div className="panel">
        <Drop file={file} choose={choose} />
        <HowToRead
          orgId={orgId}
          reading={reading}
          change={(next) => {
            setReading(next)
            checked.forget()
          }}
          problems={sent.refusal?.fields}
        />
        {sent.busy && <Meter done={part} of={1} label="Upload" />}
        <Refused refusal={sent.refusal} shown={['map', 'dateFormat']} />
        <Withdrawal />
        <div className="actions">
          <Button
            look={would === null ? 'primary' : ''}
            disabled={!file || isWithdrawn}
            busy={sent.busy}
            onClick={() => start(true)}
          >
            Run check
          </Button>
          {would !== null && (
            <Button
              look="primary"
              disabled={would === 0 || isWithdrawn}
              busy={sent.busy}
              onClick={() => start(false)}
            >
              {would === 0 ? 'Nothing to import' : `Import ${shown(would)}`}
            </Button>
          )}
        </div>
      </div>
      {check && (
        <div className="panel">
          <h2>Result of the check</h2>
          <Progress orgId={orgId} operation={check} plain />
          {ignored.length > 0 && <p className="notice warn">Ignored columns: {ignored.join(', ')}</p>}
        </div>
      )}
      {check && isFinal(check.status) && check.progress.failed + check.progress.skipped > 0 && (
        <Items orgId={orgId} id={check.id} />
      )}
    </>
  )
}
