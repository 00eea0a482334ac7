import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { noFieldsValidator } from '#http/strict'
import { totpCodeValidator, totpDisableValidator } from './auth_input.js'
import type TotpController from './totp_controller.js'
import { said } from './shared_api.js'

const { flag, list, text } = shape

const TOTP = { tag: 'Second factor' }

/** The second factor in the API document (contract#second-factor). */
export const TOTP_API = {
  'totp.setup': {
    ...TOTP,
    summary: 'Prepare the second factor',
    description: 'Nothing is asked at sign-in until a first code has turned it on.',
    body: noFieldsValidator,
    success: answers<TotpController['setup']>()({
      secret: text('For apps that cannot read the picture.'),
      otpauthUrl: text(),
      qrCodeDataUrl: text('The picture, as a `data:` URL.'),
    }),
    refuses: ['CONFLICT'],
  },
  'totp.enable': {
    ...TOTP,
    summary: 'Turn the second factor on',
    body: totpCodeValidator,
    fields: { code: 'The code of the authenticator app.' },
    success: answers<TotpController['enable']>()({
      backupCodes: list(text(), 'Each opens once, instead of a code; they are shown only here.'),
    }),
    refuses: ['CONFLICT'],
  },
  'totp.disable': {
    ...TOTP,
    summary: 'Turn the second factor off',
    body: totpDisableValidator,
    fields: { code: said.code },
    success: answers<TotpController['disable']>()({ totpEnabled: flag() }),
    refuses: ['CONFLICT'],
  },
  'totp.backup_codes': {
    ...TOTP,
    summary: 'Make new backup codes',
    description: 'The old ones are worth nothing from now on.',
    body: totpCodeValidator,
    fields: { code: said.code },
    success: answers<TotpController['backupCodes']>()({ backupCodes: list(text()) }),
    refuses: ['CONFLICT'],
  },
} satisfies Entries
