import type { CallOptions } from '../core/transport.js'
import type { PersonalData } from './people_types.js'
import type { AskedCode, AskedErasure, EndUserProfile, MailedAnswer, NewPassword } from './portal_types.js'
import { Resource } from './resource.js'

/** A signed-in end user's own data. */
export class OwnAccount extends Resource {
  /** Mails a code to another address; the old one stays until `confirmEmail`. */
  changeEmail(email: string, options?: CallOptions): Promise<AskedCode> {
    return this.write('POST', `${this.at}/email`, { email }, options)
  }

  confirmEmail(answer: MailedAnswer, options?: CallOptions): Promise<EndUserProfile> {
    return this.#changed(`${this.at}/email/confirm`, answer, options)
  }

  setPassword(password: NewPassword, options?: CallOptions): Promise<EndUserProfile> {
    return this.#changed(`${this.at}/password`, password, options)
  }

  /** All that the service keeps about the end user. */
  async export(options?: CallOptions): Promise<PersonalData> {
    const answer = await this.transport.open({ ...options, method: 'GET', path: `${this.at}/export` })
    return (await answer.json()) as PersonalData
  }

  /** Asks to be erased: by a mailed code, or, where the merchant decides, by a ticket. */
  askForErasure(options?: CallOptions): Promise<AskedErasure> {
    return this.write('POST', `${this.at}/erasure`, {}, options)
  }

  /** Confirms it with the code; answers when the data goes. */
  async confirmErasure(answer: MailedAnswer, options?: CallOptions): Promise<string> {
    const at = `${this.at}/erasure/confirm`
    return (await this.write<{ erasure: { dueAt: string } }>('POST', at, answer, options)).erasure.dueAt
  }

  /** Calls the erasure off, until it is due. */
  async callOffErasure(options?: CallOptions): Promise<string> {
    return (await this.write<{ id: string }>('DELETE', `${this.at}/erasure`, undefined, options)).id
  }

  async #changed(at: string, body: object, options?: CallOptions) {
    return (await this.write<{ endUser: EndUserProfile }>('POST', at, body, options)).endUser
  }
}
