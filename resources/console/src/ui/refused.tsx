import type { Refusal } from '../api/refusal'
import { Button } from './button'
import { CopyButton } from './copy'

const HINTS: Record<string, string> = {
  CSRF_BLOCKED:
    'The service does not accept requests from this address. The operator can add it to ALLOWED_ORIGINS or set APP_URL to it.',
}

type Props = {
  refusal: Refusal | null
  /** The fields that show their own messages, which are not repeated here. */
  shown?: readonly string[]
  retry?: () => void
}

/** Shows why the service refused a request, and the request id to quote in a support request. */
export function Refused({ refusal, shown = [], retry }: Props) {
  const said = refusal?.besides(shown) ?? []
  if (!refusal || said.length === 0) return null
  return (
    <div className="notice bad" role="alert">
      {said.map((message) => (
        <span key={message}>{message}</span>
      ))}
      {HINTS[refusal.code] && <span>{HINTS[refusal.code]}</span>}
      {refusal.requestId && (retry || refusal.status >= 500 || refusal.status === 0) && (
        <span className="small">
          Request <span className="mono">{refusal.requestId}</span>
          <CopyButton text={refusal.requestId} what="request id" />
        </span>
      )}
      {retry && (
        <span>
          <Button look="small" icon="refresh" onClick={retry}>
            Try again
          </Button>
        </span>
      )}
    </div>
  )
}
