/** The product and the tier of `licenses l`, through which its policy and features are read (contract/17-tiers). */
export const TIERED_TABLES = 'join products p on p.id = l.product_id left join tiers i on i.id = l.tier_id'

/** What product and tier give to a license, for `effectivePolicy` and `effectiveFeatures`. */
export const TIERED_COLUMNS = `p.policy as "productPolicy", p.feature_defaults as "featureDefaults",
  i.features as "tierFeatures", case when i.id is null then null
    else jsonb_build_object('policy', i.policy, 'maxHwidResets', i.max_hwid_resets) end as "tierPolicy"`
