import { defineConfig, drivers } from '@adonisjs/core/encryption'
import { appKeys } from '#config/app_keys'

/**
 * Signs download links with the newest key and verifies them with every key. `#kernel/secrets` encrypts stored
 * values.
 */
const encryptionConfig = defineConfig({
  default: 'gcm',
  list: { gcm: drivers.aes256gcm({ keys: appKeys.map((key) => key.release()), id: 'gcm' }) },
})

export default encryptionConfig

declare module '@adonisjs/core/types' {
  export interface EncryptorsList extends InferEncryptors<typeof encryptionConfig> {}
}
