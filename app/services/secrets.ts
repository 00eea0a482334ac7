import encryption from '@adonisjs/core/services/encryption'

/** Encrypts a secret that must be read again. */
export function sealSecret(secret: string): string {
  return encryption.encrypt(secret)
}

/** Reads an encrypted secret. Errors: a value that was made with another APP_KEY. */
export function openSecret(sealed: string): string {
  const secret = encryption.decrypt<string>(sealed)
  if (secret === null) throw new Error('A stored secret cannot be decrypted: APP_KEY has changed')
  return secret
}
