import type { CallOptions } from '../core/transport.js'
import type { TotpSecret } from './account_types.js'
import { Resource } from './resource.js'

type Codes = { backupCodes: string[] }

/** The second factor of a user: a six-digit code of an authenticator. */
export class SecondFactor extends Resource {
  /** Creates a secret for the authenticator; `enable` activates it. */
  setup(options?: CallOptions): Promise<TotpSecret> {
    return this.write('POST', `${this.at}/setup`, {}, options)
  }

  /** Activates the second factor with a code of the authenticator; returns the backup codes. */
  async enable(code: string, options?: CallOptions): Promise<string[]> {
    return (await this.write<Codes>('POST', `${this.at}/enable`, { code }, options)).backupCodes
  }

  async disable(proof: { password: string; code: string }, options?: CallOptions): Promise<void> {
    await this.write('POST', `${this.at}/disable`, proof, options)
  }

  /** Creates new backup codes; the old ones become invalid. */
  async backupCodes(code: string, options?: CallOptions): Promise<string[]> {
    return (await this.write<Codes>('POST', `${this.at}/backup-codes`, { code }, options)).backupCodes
  }
}
