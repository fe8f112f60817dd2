import { notifications } from '@dooryard/contract/identity/notifications'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'

/** Saves a choice; it stays pending until the settings show it. */
export const useChangeSettings = (onSaved: () => void) =>
  useEndpointMutation(notifications.changeSettings, {
    refreshes: [notifications.settings],
    awaitsRefresh: true,
    onSuccess: onSaved,
  })
