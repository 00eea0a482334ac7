import type { TokenCredential } from '../core/credentials.js'
import type { CallOptions, Transport } from '../core/transport.js'
import type { MePasswordResponse } from '../generated/types.js'
import type { PasswordChange, User, UserChanges } from './account_types.js'
import type { DataOf } from './document_types.js'
import { LinkedAccounts } from './linked_accounts.js'
import { Resource } from './resource.js'
import { SecondFactor } from './second_factor.js'

/** The signed-in user's own account. */
export class Account extends Resource {
  readonly secondFactor: SecondFactor
  /** The external accounts with which the user can sign in. */
  readonly linked: LinkedAccounts

  /** @internal */
  constructor(
    transport: Transport,
    at: string,
    protected readonly credential: TokenCredential
  ) {
    super(transport, at)
    this.secondFactor = new SecondFactor(transport, `${at}/totp`)
    this.linked = new LinkedAccounts(transport, `${at}/accounts`)
  }

  async update(changes: UserChanges, options?: CallOptions): Promise<User> {
    return (await this.write<{ user: User }>('PATCH', `${this.at}/profile`, changes, options)).user
  }

  /** Sends the mail again that confirms the address. */
  async askForVerification(options?: CallOptions): Promise<void> {
    await this.write('POST', `${this.at}/verify-email`, {}, options)
  }

  /** Changes the password and ends all other sign-ins; this one continues with the tokens that `onTokens` receives. */
  async changePassword(change: PasswordChange, options?: CallOptions): Promise<void> {
    const at = `${this.at}/password`
    const { tokens } = await this.write<DataOf<MePasswordResponse>>('POST', at, change, options)
    await this.credential.replace(tokens!)
  }
}
