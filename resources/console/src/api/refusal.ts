export type FieldProblem = { field: string; message: string }

/** What the service answered instead of what was asked for. */
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

  /** Problems by the field that they name, for forms; that of an element, such as `urls.0`, is its list's too. */
  get fields(): Record<string, string> {
    const named = this.details.map(({ field, message }) => [field, message] as const)
    const ofLists = named.map(([field, message]) => [field.replace(/\.\d+(\..*)?$/, ''), message] as const)
    return Object.fromEntries([...ofLists.reverse(), ...named])
  }

  /** What is to be said where `shown` are the fields that show their own problems. */
  besides(shown: readonly string[]): string[] {
    if (this.details.length === 0) return [this.message]
    const rest = this.details.filter(
      ({ field }) => !shown.some((name) => field === name || field.startsWith(`${name}.`))
    )
    return [...new Set(rest.map(({ message }) => message))]
  }
}

/** What an answer that is no success says. Answers of proxies in between are no JSON. */
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

/** The refusal in an error of any kind. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  return new Refusal(
    0,
    'UNREACHABLE',
    error instanceof Error ? error.message : 'The service is not responding'
  )
}
