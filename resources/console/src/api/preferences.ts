import type {
  PreferencesReplaceData,
  PreferencesReplaceResponses,
  PreferencesShowData,
  PreferencesShowResponses,
} from './types'
import { route } from './route'

export const readPreferences = route<PreferencesShowData, PreferencesShowResponses>(
  'GET',
  '/v1/dashboard/me/preferences'
)
export const replacePreferences = route<PreferencesReplaceData, PreferencesReplaceResponses>(
  'PUT',
  '/v1/dashboard/me/preferences'
)
