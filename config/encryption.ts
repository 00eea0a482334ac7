import { defineConfig, drivers } from '@adonisjs/core/encryption'
import { appKeys } from '#config/app_keys'

/** Signs the links of downloads: with the newest key, checked against each. `#services/secrets` seals what is stored. */
const encryptionConfig = defineConfig({
  default: 'gcm',
  list: { gcm: drivers.aes256gcm({ keys: appKeys.map((key) => key.release()), id: 'gcm' }) },
})

export default encryptionConfig

declare module '@adonisjs/core/types' {
  export interface EncryptorsList extends InferEncryptors<typeof encryptionConfig> {}
}
