import { effectiveFeatures, type Features } from '#catalog/rules/features'
import { remembered } from './remembered.js'

/** The features of a license, and as the JSON of an answer. */
export type AnsweredFeatures = { values: Features; json: string }

/** The effective features of stored ones: the defaults of the product, those of the tier, and the license's own. */
export const rememberedFeatures = remembered((defaults, tier, own): AnsweredFeatures => {
  const values = effectiveFeatures(
    (defaults ?? {}) as Features,
    tier as Features | null,
    own as Features | null
  )
  return { values, json: JSON.stringify(values) }
})
