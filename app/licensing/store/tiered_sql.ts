/** Joins the product and the tier of `licenses l`, which its policy and features are read from (contract/17-tiers). */
export const TIERED_TABLES = 'join products p on p.id = l.product_id left join tiers i on i.id = l.tier_id'

/** The columns of product and tier that `effectivePolicy` and `effectiveFeatures` need. */
export const TIERED_COLUMNS = `p.policy as "productPolicy", p.feature_defaults as "featureDefaults",
  i.features as "tierFeatures", case when i.id is null then null
    else jsonb_build_object('policy', i.policy, 'maxHwidResets', i.max_hwid_resets) end as "tierPolicy"`
