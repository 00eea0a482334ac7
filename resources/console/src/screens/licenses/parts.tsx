import { later } from '../../ui/later'
import { Waiting } from '../../ui/states'

/** Components that the list of licenses opens and loads on demand. */
export const BulkDialog = later(() => import('./bulk_dialog').then((file) => file.BulkDialog))
export const CreateDialog = later(() => import('./create_dialog').then((file) => file.CreateDialog))
export const RowMenu = later(() => import('./row_menu').then((file) => file.RowMenu))
export const StepDialog = later(() => import('./step_dialog').then((file) => file.StepDialog))
export const Peek = later(
  () => import('./peek').then((file) => file.Peek),
  <aside className="peek" aria-label="License">
    <Waiting />
  </aside>
)
