/** The credential of a call. */
export type Credential = {
  headers(): Record<string, string>
  /**
   * Renews the credential that a failed call sent in these headers; returns false if it cannot.
   * @throws LatchkeyError if the service refuses
   */
  renew?(shown: Record<string, string>): Promise<boolean>
}

export const NO_CREDENTIAL: Credential = { headers: () => ({}) }

export function apiKeyCredential(apiKey: string): Credential {
  return { headers: () => ({ 'x-api-key': apiKey }) }
}

/** The two tokens of a signed-in user. Without a refresh token the session ends with the access token. */
export type Tokens = { accessToken: string; refreshToken?: string }

/** The credential of a signed-in user. */
export type TokenCredential = Credential & {
  /**
   * Continues with other tokens and passes them to `onTokens`.
   * @throws what `onTokens` throws; the new tokens are used nevertheless
   */
  replace(pair: Required<Tokens>): Promise<void>
  /** The token that ends the session. */
  refreshToken(): string | undefined
}

type Renewal = {
  tokens: Tokens
  /** Exchanges the refresh token for new tokens. It works once: using it a second time ends the session. */
  refresh: (refreshToken: string) => Promise<Required<Tokens>>
  /** Receives the new tokens. */
  onTokens?: (tokens: Required<Tokens>) => void | Promise<void>
}

/** A user's access token. It is renewed only once, even if several calls find it expired. */
export function tokenCredential({ tokens, refresh, onTokens }: Renewal): TokenCredential {
  let current = tokens
  let renewing: Promise<boolean> | null = null
  const headers = () => ({ authorization: `Bearer ${current.accessToken}` })
  const replace = async (pair: Required<Tokens>) => {
    // First, because the old refresh token is spent: if it were sent again, the service would end the session.
    current = pair
    await onTokens?.(pair)
  }
  const trade = async (refreshToken: string) => {
    await replace(await refresh(refreshToken))
    return true
  }
  return {
    headers,
    replace,
    refreshToken: () => current.refreshToken,
    async renew(shown) {
      if (shown.authorization !== headers().authorization) return true
      if (!current.refreshToken) return false
      renewing ??= trade(current.refreshToken).finally(() => (renewing = null))
      return renewing
    },
  }
}
