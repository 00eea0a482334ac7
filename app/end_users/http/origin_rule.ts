import app from '@adonisjs/core/services/app'
import vine from '@vinejs/vine'
import { isReturnOrigin } from '#end_users/rules/return_urls'

/** An origin that end users may be sent back to (contract/09-end-users#91-settings). */
export const isOrigin = vine.createRule(
  (value, _options, field) => {
    if (typeof value !== 'string' || isReturnOrigin(value, !app.inProduction)) return
    const message = 'The {{ field }} field must be an https origin such as https://example.com'
    field.report(message, 'origin', field)
  },
  { toJSONSchema: (schema) => Object.assign(schema, { description: 'An https origin.' }) }
)
