import { type CountySetup, countySetups } from '@dooryard/contract/data/sources/county-setups'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { useEndpointMutation, useInvalidate } from '../../../lib/api/use-endpoint-mutation.ts'

const refreshed = [countySetups.get, countySetups.check]

/** Starts the check of the document as it is now, and cancels it. */
export function useCheck({ id }: CountySetup, save: () => Promise<number>) {
  const refresh = useInvalidate(refreshed)
  const start = useMutation({
    mutationKey: [countySetups.startCheck.method, countySetups.startCheck.path],
    // What was changed last is saved first, so that it is checked too.
    mutationFn: async () => {
      const version = await save()
      return api.call(countySetups.startCheck, { params: { id }, body: { version } })
    },
    onSettled: refresh,
  })
  const cancel = useEndpointMutation(countySetups.cancelCheck, { refreshes: refreshed })
  return { start, cancel: { ...cancel, run: () => cancel.mutate({ params: { id } }) } }
}
