import { lazyRouteComponent } from '@tanstack/react-router'
import { loadCode } from '../api/load_code'

/** A page whose code is loaded when it is opened. The page before it stays while the service cannot be reached. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadCode(load), name)
