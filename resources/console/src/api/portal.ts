import type {
  PortalsShowData,
  PortalsShowResponses,
  PortalsUpdateData,
  PortalsUpdateResponses,
} from './types'
import { route } from './route'

export const readPortal = route<PortalsShowData, PortalsShowResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/portal'
)
export const changePortal = route<PortalsUpdateData, PortalsUpdateResponses>(
  'PATCH',
  '/v1/dashboard/orgs/{orgId}/portal'
)
