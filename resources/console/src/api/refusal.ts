export type FieldProblem = { field: string; message: string }

/** An error response of the service. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly requestId: string | null = null,
    readonly details: FieldProblem[] = []
  ) {
    super(message)
  }

  /** Messages by field, for forms. The message of a list element, such as `urls.0`, also appears under the list. */
  get fields(): Record<string, string> {
    const named = this.details.map(({ field, message }) => [field, message] as const)
    const ofLists = named.map(([field, message]) => [field.replace(/\.\d+(\..*)?$/, ''), message] as const)
    return Object.fromEntries([...ofLists.reverse(), ...named])
  }

  /**
   * Messages to show outside the form fields. `shown` are the fields that show their own messages. The message of the
   * refusal comes first, unless one of its details says the same.
   */
  besides(shown: readonly string[]): string[] {
    const own = this.details.some(({ message }) => message === this.message) ? [] : [this.message]
    const rest = this.details.filter(
      ({ field }) => !shown.some((name) => field === name || field.startsWith(`${name}.`))
    )
    return [...new Set([...own, ...rest.map(({ message }) => message)])]
  }
}

/** Reads the refusal from an error response. Error responses of proxies in between may not be JSON. */
export async function refusalOf(response: Response): Promise<Refusal> {
  const requestId = response.headers.get('x-request-id')
  const body = (await response.json().catch(() => null)) as {
    error?: { code?: string; message?: string; details?: FieldProblem[] }
  } | null
  const { code = 'UNKNOWN', message, details } = body?.error ?? {}
  return new Refusal(
    response.status,
    code,
    message ?? `Something between here and the service answered ${response.status}`,
    requestId,
    details
  )
}

/** Converts an error of any kind to a refusal. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  return new Refusal(
    0,
    'UNREACHABLE',
    error instanceof Error ? error.message : 'The service is not responding'
  )
}
