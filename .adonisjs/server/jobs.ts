export const jobs = {
<<<<<<< HEAD
  MailSend: () => import('#jobs/mail_send_job'),
=======
  CountsFold: () => import('#jobs/counts_fold_job'),
  LicensesExpire: () => import('#jobs/licenses_expire_job'),
>>>>>>> f92762b (Products, blacklists, analytics, time series, end users, the expiry sweep and the fold of deltas; license routes tested on both families)
  OperationRun: () => import('#jobs/operation_run_job'),
  PruneExpired: () => import('#jobs/prune_expired_job'),
  Sweep: () => import('#jobs/sweep_job'),
  WebhooksClear: () => import('#jobs/webhooks_clear_job'),
  WebhooksDeliver: () => import('#jobs/webhooks_deliver_job'),
}
