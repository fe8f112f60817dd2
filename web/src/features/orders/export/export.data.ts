import type { ExportLayout } from '@dooryard/contract/orders/export/export-layout'
import { exportPresets } from '@dooryard/contract/orders/export/export-presets'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { OwnOrderAccess } from '../../../entities/order/order-access.ts'
import { buildLiveQuery, buildQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { saveUrl } from '../../../lib/save-file.ts'

const presetEndpoints = [exportPresets.list]

export const useExportPresets = () => useQuery(buildQuery(exportPresets.list, {}))

/** The first rows of the file, a moment after the last change; the previous rows stay meanwhile. */
export function useExportPreview({ calls, params }: OwnOrderAccess, layout: ExportLayout) {
  const [body] = useDebouncedValue(layout, 150)
  return useQuery({ ...buildLiveQuery(calls.previewExport, { params, body }), retry: false })
}

/** Writes the file and lets the browser save it under the name that the server gives it. */
export const useExportDownload = ({ calls }: OwnOrderAccess) =>
  useEndpointMutation(calls.export, { refreshes: presetEndpoints, onSuccess: ({ url }) => saveUrl(url, '') })

export const useCreatePreset = (onCreated: (id: string) => void) =>
  useEndpointMutation(exportPresets.create, {
    refreshes: presetEndpoints,
    awaitsRefresh: true,
    onSuccess: ({ id }) => onCreated(id),
  })

export const useChangePreset = () => useEndpointMutation(exportPresets.change, { refreshes: presetEndpoints })

export const useRemovePreset = () => useEndpointMutation(exportPresets.remove, { refreshes: presetEndpoints })
