import type { CallOptions } from '../core/transport.js'
import type { PersonalData } from './people_types.js'
import type { AskedCode, AskedErasure, EndUserProfile, MailedAnswer, NewPassword } from './portal_types.js'
import { Resource } from './resource.js'

/** A signed-in end user's own data. */
export class OwnAccount extends Resource {
  /** Mails a code to the new address; the old address stays until `confirmEmail`. */
  changeEmail(email: string, options?: CallOptions): Promise<AskedCode> {
    return this.write('POST', `${this.at}/email`, { email }, options)
  }

  confirmEmail(answer: MailedAnswer, options?: CallOptions): Promise<EndUserProfile> {
    return this.#changed(`${this.at}/email/confirm`, answer, options)
  }

  setPassword(password: NewPassword, options?: CallOptions): Promise<EndUserProfile> {
    return this.#changed(`${this.at}/password`, password, options)
  }

  /** All data that the service stores about the end user. */
  async export(options?: CallOptions): Promise<PersonalData> {
    const answer = await this.transport.open({ ...options, method: 'GET', path: `${this.at}/export` })
    return (await answer.json()) as PersonalData
  }

  /** Requests erasure, to be confirmed with a mailed code or, if the merchant decides, through a ticket. */
  askForErasure(options?: CallOptions): Promise<AskedErasure> {
    return this.write('POST', `${this.at}/erasure`, {}, options)
  }

  /** Confirms the erasure with the code; returns when the data will be erased. */
  async confirmErasure(answer: MailedAnswer, options?: CallOptions): Promise<string> {
    const at = `${this.at}/erasure/confirm`
    return (await this.write<{ erasure: { dueAt: string } }>('POST', at, answer, options)).erasure.dueAt
  }

  /** Cancels the erasure, until it is due. */
  async callOffErasure(options?: CallOptions): Promise<string> {
    return (await this.write<{ id: string }>('DELETE', `${this.at}/erasure`, undefined, options)).id
  }

  async #changed(at: string, body: object, options?: CallOptions) {
    return (await this.write<{ endUser: EndUserProfile }>('POST', at, body, options)).endUser
  }
}
