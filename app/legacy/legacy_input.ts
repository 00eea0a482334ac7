import vine from '@vinejs/vine'
import { keyPrefix, policy, productName } from '#catalog/http/products_input'
import { username } from '#end_users/http/person_input'
import { uuid, whole } from '#http/fields'

const owner = {
  userId: uuid().nullable().optional(),
  email: vine.string().email().maxLength(254).nullable().optional(),
  username: username(),
}

/** POST /api/licenses/create (interface#49-secondary-route-set-under-api); the range of count has a code of its own. */
export const legacyCreateValidator = vine.create({
  productId: uuid(),
  count: whole().nullable().optional(),
})

/** POST /api/licenses/assign. */
export const assignValidator = vine.create({ ...owner, licenseId: uuid() })

/** POST /api/licenses/redeem. */
export const redeemValidator = vine.create({ ...owner, licenseKey: vine.string().maxLength(128) })

/** The routes whose only field is the license. */
export const licenseIdValidator = vine.create({ licenseId: uuid() })

/** GET of a list for one app (a product, in the words of these routes). */
export const appValidator = vine.create({ appId: uuid().optional() })

/** POST /api/apps/create: the fields of a product, and the org, which must be the caller's active org. */
export const newAppValidator = vine.create({
  name: productName(),
  orgId: uuid().nullable().optional(),
  keyPrefix: keyPrefix(),
  policy: policy(),
})

/** POST /api/apps/delete. */
export const deletedAppValidator = vine.create({ appId: uuid() })
