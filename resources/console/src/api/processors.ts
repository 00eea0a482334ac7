import type {
  ProcessorEventsIndexData,
  ProcessorEventsIndexResponses,
  ProcessorEventsReplayData,
  ProcessorEventsReplayResponses,
  ProcessorEventsTryData,
  ProcessorEventsTryResponses,
  ProcessorsDestroyData,
  ProcessorsDestroyResponses,
  ProcessorsIndexData,
  ProcessorsIndexResponses,
  ProcessorsStoreData,
  ProcessorsStoreResponses,
  ProcessorsUpdateData,
  ProcessorsUpdateResponses,
} from './types'
import { route } from './route'

export const listProcessors = route<ProcessorsIndexData, ProcessorsIndexResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/storefront/processors'
)
export const connectProcessor = route<ProcessorsStoreData, ProcessorsStoreResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/storefront/processors'
)
export const changeProcessor = route<ProcessorsUpdateData, ProcessorsUpdateResponses>(
  'PATCH',
  '/v1/dashboard/orgs/{orgId}/storefront/processors/{processorId}'
)
export const deleteProcessor = route<ProcessorsDestroyData, ProcessorsDestroyResponses>(
  'DELETE',
  '/v1/dashboard/orgs/{orgId}/storefront/processors/{processorId}'
)
export const listProcessorEvents = route<ProcessorEventsIndexData, ProcessorEventsIndexResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/storefront/processors/{processorId}/events'
)
export const tryProcessorEvent = route<ProcessorEventsTryData, ProcessorEventsTryResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/storefront/processors/{processorId}/try'
)
export const replayProcessorEvent = route<ProcessorEventsReplayData, ProcessorEventsReplayResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/storefront/processors/{processorId}/events/{eventId}/replay'
)
