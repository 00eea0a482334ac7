export const jobs = {
  OperationRun: () => import('#jobs/operation_run_job'),
  Sweep: () => import('#jobs/sweep_job'),
  WebhooksClear: () => import('#jobs/webhooks_clear_job'),
  WebhooksDeliver: () => import('#jobs/webhooks_deliver_job'),
}
