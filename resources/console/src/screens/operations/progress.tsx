import type { Operation } from '../../api/types'
import { Meter } from '../../ui/meter'
import { Refused } from '../../ui/refused'
import { Refusal } from '../../api/refusal'
import { Status } from '../../ui/status'
import { shown } from '../../ui/time'
import { doneWord, isFinal, reasonName } from './names'
import { PaceLine } from './pace_line'
import { StepButtons } from './step_buttons'

const LOOKS: Partial<Record<Operation['status'], string>> = { completed: 'ok', failed: 'bad' }

/** Shows the state of an operation: a progress bar, counts, why rows were skipped, and the available controls. */
export function Progress({
  orgId,
  operation,
  plain = false,
}: {
  orgId: string
  operation: Operation
  plain?: boolean
}) {
  const { progress, status, error, result } = operation
  const final = isFinal(status)
  const by = result && 'skippedBy' in result ? { ...result.skippedBy, ...result.failedBy } : {}
  return (
    <div className="form">
      <div className="actions">
        {/* Only the state is read out: the counts change several times a second, the pace every second. */}
        <span role="status">
          <Status of={status} />
        </span>
        <span className="small quiet numbers">
          {shown(progress.processed)} of {shown(progress.total)}
        </span>
      </div>
      <Meter
        done={final && status === 'completed' ? 1 : progress.processed}
        of={final && status === 'completed' ? 1 : progress.total}
        label="Progress"
        look={LOOKS[status]}
      />
      {!final && <PaceLine key={operation.id} status={status} progress={progress} />}
      <dl className="tally">
        <Count name={doneWord(operation)} count={progress.succeeded} />
        <Count name="Skipped" count={progress.skipped} />
        <Count name="Failed" count={progress.failed} />
      </dl>
      {Object.keys(by).length > 0 && (
        <p className="small quiet">
          {Object.entries(by)
            .map(([code, count]) => `${shown(count)} ${reasonName(code)}`)
            .join(', ')}
        </p>
      )}
      {error && <Refused refusal={new Refusal(0, error.code, error.message)} />}
      {!plain && <StepButtons orgId={orgId} operation={operation} />}
    </div>
  )
}

function Count({ name, count }: { name: string; count: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{shown(count)}</dd>
    </div>
  )
}
