export const jobs = {
  analytics: {
    CountsFold: () => import('#app/analytics/jobs/counts_fold_job'),
  },
  endUsers: {
    EndUsersErase: () => import('#app/end_users/jobs/end_users_erase_job'),
  },
  mail: {
    MailSend: () => import('#app/kernel/mail/mail_send_job'),
  },
  licensing: {
    LicensesExpire: () => import('#app/licensing/jobs/licenses_expire_job'),
  },
  operations: {
    OperationRun: () => import('#app/operations/jobs/operation_run_job'),
    OperationsRetire: () => import('#app/operations/jobs/operations_retire_job'),
  },
  orgs: {
    DomainsCheck: () => import('#app/orgs/jobs/domains_check_job'),
  },
  releases: {
    ArtifactsClear: () => import('#app/releases/jobs/artifacts_clear_job'),
  },
  runtime: {
    PruneSessions: () => import('#app/runtime/jobs/prune_sessions_job'),
  },
  sso: {
    SsoRefresh: () => import('#app/sso/jobs/sso_refresh_job'),
  },
  storefront: {
    OrdersExpire: () => import('#app/storefront/jobs/orders_expire_job'),
    ProcessorEvents: () => import('#app/storefront/jobs/processor_events_job'),
  },
  support: {
    TicketsAge: () => import('#app/support/jobs/tickets_age_job'),
  },
  system: {
    PruneExpired: () => import('#app/system/maintenance/prune_expired_job'),
    Sweep: () => import('#app/system/maintenance/sweep_job'),
  },
  webhooks: {
    WebhooksClear: () => import('#app/webhooks/jobs/webhooks_clear_job'),
    WebhooksDeliver: () => import('#app/webhooks/jobs/webhooks_deliver_job'),
  },
}
