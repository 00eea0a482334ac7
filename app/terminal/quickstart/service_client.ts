type Body = { json?: unknown; csv?: string }

/** An error envelope of the service. */
export class ServiceError extends Error {
  constructor(
    readonly status: number,
    message: string
  ) {
    super(message)
  }
}

/** Calls the running service over HTTP, as a merchant's program would. */
export default class ServiceClient {
  constructor(
    readonly baseUrl: string,
    protected token?: string
  ) {}

  /** Returns `data` of a success envelope. @throws ServiceError with the code and message of an error envelope. */
  async call<Data>(method: string, path: string, { json, csv }: Body = {}): Promise<Data> {
    const body = csv ?? (json === undefined ? undefined : JSON.stringify(json))
    const response = await fetch(this.baseUrl + path, {
      method,
      body,
      headers: {
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': csv ? 'text/csv' : 'application/json' }),
      },
    })
    const answer = (await response.json()) as {
      ok: boolean
      data: Data
      error?: { code: string; message: string }
    }
    if (answer.ok) return answer.data
    const { code, message } = answer.error ?? {}
    throw new ServiceError(response.status, `${method} ${path} answered ${code}: ${message}`)
  }

  /**
   * Signs in; later calls send the access token. Returns false if the account asks for a second factor.
   * @throws ServiceError
   */
  async signIn(email: string, password: string): Promise<boolean> {
    type Login = { tokens?: { accessToken: string } }
    const { tokens } = await this.call<Login>('POST', '/v1/auth/login', { json: { email, password } })
    this.token = tokens?.accessToken
    return tokens !== undefined
  }
}
