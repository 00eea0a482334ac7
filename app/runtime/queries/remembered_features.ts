import { effectiveFeatures, type Features } from '#catalog/rules/features'
import { remembered } from './remembered.js'

/** The features of a license, and the same as JSON text for an answer. */
export type AnsweredFeatures = { values: Features; json: string }

/** Returns the effective features from the stored product defaults, tier features and license features. */
export const rememberedFeatures = remembered((defaults, tier, own): AnsweredFeatures => {
  const values = effectiveFeatures(
    (defaults ?? {}) as Features,
    tier as Features | null,
    own as Features | null
  )
  return { values, json: JSON.stringify(values) }
})
