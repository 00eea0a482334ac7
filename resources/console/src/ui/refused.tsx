import type { Refusal } from '../api/refusal'
import { Button } from './button'

const HINTS: Record<string, string> = {
  CSRF_BLOCKED:
    'The service does not know this address as its own. Whoever runs it can add it to ALLOWED_ORIGINS, or set APP_URL to it.',
}

/** What the service refused, why, and what to quote when asking about it. Fields that forms show are left out. */
export function Refused({ refusal, retry }: { refusal: Refusal | null; retry?: () => void }) {
  if (!refusal) return null
  return (
    <div className="notice bad" role="alert">
      <span>{refusal.message}</span>
      {HINTS[refusal.code] && <span>{HINTS[refusal.code]}</span>}
      {refusal.requestId && refusal.status >= 500 && (
        <span className="small">
          Request <span className="mono">{refusal.requestId}</span>
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
