export const jobs = {
  CountsFold: () => import('#jobs/counts_fold_job'),
  LicensesExpire: () => import('#jobs/licenses_expire_job'),
  MailSend: () => import('#jobs/mail_send_job'),
  OperationRun: () => import('#jobs/operation_run_job'),
  OperationsRetire: () => import('#jobs/operations_retire_job'),
  PruneExpired: () => import('#jobs/prune_expired_job'),
  PruneSessions: () => import('#jobs/prune_sessions_job'),
  Sweep: () => import('#jobs/sweep_job'),
  WebhooksClear: () => import('#jobs/webhooks_clear_job'),
  WebhooksDeliver: () => import('#jobs/webhooks_deliver_job'),
}
