import { oauthProviders, type OauthProvider } from '#config/oauth'
import Refusal from '#kernel/refusals/refusal'

/** A configured provider. @throws Refusal NOT_FOUND (contract#oauth). */
export function findProvider(name: string): OauthProvider {
  const provider = oauthProviders.get(name)
  if (!provider) throw new Refusal('NOT_FOUND', { message: 'This provider is not configured' })
  return provider
}
