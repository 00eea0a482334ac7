export const jobs = {
  OperationRun: () => import('#jobs/operation_run_job'),
  Sweep: () => import('#jobs/sweep_job'),
}
