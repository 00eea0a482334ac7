import type { CallOptions } from '../core/transport.js'
import type { TotpSecret } from './account_types.js'
import { Resource } from './resource.js'

type Codes = { backupCodes: string[] }

/** The second factor of a user: six digits of an authenticator. */
export class SecondFactor extends Resource {
  /** Makes a secret for the authenticator; `enable` turns it on. */
  setup(options?: CallOptions): Promise<TotpSecret> {
    return this.write('POST', `${this.at}/setup`, {}, options)
  }

  /** Turns it on, with a code that the authenticator shows; answers the backup codes. */
  async enable(code: string, options?: CallOptions): Promise<string[]> {
    return (await this.write<Codes>('POST', `${this.at}/enable`, { code }, options)).backupCodes
  }

  async disable(proof: { password: string; code: string }, options?: CallOptions): Promise<void> {
    await this.write('POST', `${this.at}/disable`, proof, options)
  }

  /** Makes new backup codes; the old ones end. */
  async backupCodes(code: string, options?: CallOptions): Promise<string[]> {
    return (await this.write<Codes>('POST', `${this.at}/backup-codes`, { code }, options)).backupCodes
  }
}
