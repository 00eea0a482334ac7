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
    description: 'Sign-in does not ask for a code until a first code has turned the second factor on.',
    body: noFieldsValidator,
    success: answers<TotpController['setup']>()({
      secret: text('For authenticator apps that cannot scan the QR code.'),
      otpauthUrl: text(),
      qrCodeDataUrl: text('The QR code as a `data:` URL.'),
    }),
    refuses: ['CONFLICT'],
  },
  'totp.enable': {
    ...TOTP,
    summary: 'Turn the second factor on',
    body: totpCodeValidator,
    fields: { code: 'The code of the authenticator app.' },
    success: answers<TotpController['enable']>()({
      backupCodes: list(
        text(),
        'Each code works once, in place of a code of the authenticator app. Only this answer contains them.'
      ),
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
    description: 'The old backup codes stop working.',
    body: totpCodeValidator,
    fields: { code: said.code },
    success: answers<TotpController['backupCodes']>()({ backupCodes: list(text()) }),
    refuses: ['CONFLICT'],
  },
} satisfies Entries
