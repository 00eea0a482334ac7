export const jobs = {
  Sweep: () => import('#jobs/sweep_job'),
}
